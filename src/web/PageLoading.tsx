// What stands where a page will be.
import { Spinner } from '../ui/Logo.tsx'

export function PageLoading() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center text-violet">
      <Spinner size={40} label="Loading" />
    </div>
  )
}
