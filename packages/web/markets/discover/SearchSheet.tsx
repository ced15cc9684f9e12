// The search on a phone: as wide as the screen, from its top.
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import SearchBox from './SearchBox.tsx'

export default function SearchSheet({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Search"
      className="mt-0! w-screen! max-w-none! max-h-(--seen)! rounded-t-none! md:max-w-xl!"
    >
      <SearchBox text={text} onText={setText} onDone={onClose} isEntered isSheet />
    </Dialog>
  )
}
