// A page that breaks must not take the header with it.
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

interface Props {
  /** Another value clears the failure: the address. */
  readonly resetKey: string
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
  readonly resetKey: string
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div
        className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-4 text-center"
        role="alert"
      >
        <h1 className="font-display text-20 font-semibold">This page stopped working</h1>
        <p className="mt-3 text-muted">
          No money moved. Reload to continue; your wallet and coins are unchanged.
        </p>
        <Button className="mt-6" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    )
  }
}
