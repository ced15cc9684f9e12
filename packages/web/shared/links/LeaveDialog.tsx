// Before somebody follows a coin's link: that it leads away, and where to. Loaded when a link is pressed.
import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { Digits } from '../../ui/amounts.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/TextInput.tsx'
import { LEAVES, rememberSite, type Way } from './leaving.ts'

export default function LeaveDialog({
  way: { href, host, rest, isPunycode },
  coinName,
  onClose,
}: {
  readonly way: Way
  readonly coinName: string
  readonly onClose: () => void
}) {
  const id = useId()
  const [isKnown, setIsKnown] = useState(false)
  const open = () => {
    if (isKnown) rememberSite(host)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="You leave Twinmint"
      description={
        <>
          Whoever launched <span className="text-text">{coinName}</span> set this link, and nobody has checked
          it.
        </>
      }
    >
      <p className="max-h-40 overflow-y-auto rounded-input border border-line bg-ink p-3 font-mono text-13 break-all text-muted [font-variant-ligatures:none]">
        https://<strong className="text-16 font-semibold text-text">{host}</strong>
        {rest}
      </p>
      {isPunycode && (
        <p className="mt-3 rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13">
          The parts that begin with <Digits>xn--</Digits> stand for letters beyond plain Latin. Such a name
          can be made to look like another site’s.
        </p>
      )}
      <p className="mt-3 text-13 text-muted">
        No site needs your wallet’s recovery phrase, and what your wallet asks there has nothing to do with
        Twinmint.
      </p>
      <label
        htmlFor={`${id}-known`}
        className="mt-2 flex min-h-11 w-fit cursor-pointer items-center gap-3 text-13 wrap-anywhere [font-variant-ligatures:none]"
      >
        <Checkbox
          id={`${id}-known`}
          checked={isKnown}
          onChange={(event) => setIsKnown(event.target.checked)}
        />
        Don’t ask again for {host}
      </label>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button variant="secondary" onClick={onClose}>
          Stay
        </Button>
        <a
          {...LEAVES}
          href={href}
          onClick={open}
          onAuxClick={({ button }) => button === 1 && open()}
          className={buttonClass('primary')}
        >
          Open
          <ExternalLink size={16} aria-hidden="true" />
          <span className="sr-only"> {host} in a new tab</span>
        </a>
      </div>
    </Dialog>
  )
}
