// Buttons, and links that look like them.
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './Logo.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'buy' | 'sell'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-violet text-ink hover:bg-violet-bright',
  secondary: 'border border-line bg-raised text-text hover:border-faint',
  ghost: 'text-muted hover:bg-raised hover:text-text',
  danger: 'border border-down/60 bg-down/10 text-down hover:bg-down/20',
  buy: 'bg-up text-ink hover:bg-up-bright',
  sell: 'bg-down text-ink hover:bg-down-bright',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-13',
  md: 'h-10 px-4 text-14',
  lg: 'h-12 px-6 text-16',
}

/** The classes of a button, for a link that should look like one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap select-none transition-colors',
    'pointer-coarse:min-h-11 disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:text-faint',
    'aria-disabled:cursor-not-allowed! aria-disabled:border-line! aria-disabled:bg-raised! aria-disabled:text-faint!',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  /** Something is under way: the button is disabled and shows the spinner before its text. */
  readonly pending?: boolean | undefined
  /** Looks and is announced as disabled, but can be pressed: whoever presses it is told why. */
  readonly unready?: boolean | undefined
}

export function Button({
  variant,
  size,
  pending = false,
  unready = false,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || pending}
      aria-disabled={unready || undefined}
      aria-busy={pending || rest['aria-busy'] || undefined}
      className={buttonClass(variant, size, className)}
    >
      {pending && <Spinner size={16} />}
      {children}
    </button>
  )
}
