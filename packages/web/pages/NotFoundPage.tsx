// Any other path.
import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { Mark } from '../ui/Logo.tsx'

export function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-4 py-16 text-center">
      <title>404 Page Not Found · Twinmint</title>
      <Mark size={56} className="text-line" />
      <h1 className="mt-6 font-display text-28 font-semibold">404 Page Not Found</h1>
      <p className="mt-3 text-muted">Nothing lives at this address. The coins are all on the home page.</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-6')}>
        Go Home
      </Link>
    </div>
  )
}
