// The foot of every page: only what leads somewhere.
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSiteConfig } from '../discover/queries.ts'
import { Logo } from '../ui/Logo.tsx'

const NETWORKS = {
  embedded: 'Demo network',
  devnet: 'Solana devnet',
  testnet: 'Solana testnet',
  'mainnet-beta': 'Solana',
  custom: 'Custom network',
}

export function Footer() {
  const { data: site } = useSiteConfig()
  const explorerUrl = site?.explorerAddressUrl?.replace('{address}', site.programAddress)
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex max-w-[1600px] flex-col gap-6 px-4 py-8 md:flex-row md:items-center md:justify-between md:px-6">
        <div>
          <Logo />
          <p className="mt-2 text-13 text-muted">
            Every launch mints twins: a coin and 1,000 NFTs of one picture.
          </p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-6">
          <FooterLink href="/">Home</FooterLink>
          <FooterLink href="/launch">Launch</FooterLink>
          <FooterLink href="/hybrid-launch">Hybrid Launch</FooterLink>
          <FooterLink href="/trade">Markets</FooterLink>
          <FooterLink href="/gallery">Gallery</FooterLink>
          <FooterLink href="/analytics">Analytics</FooterLink>
          {explorerUrl !== undefined && (
            <a href={explorerUrl} target="_blank" rel="noreferrer" className={LINK}>
              The program
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
          {site !== undefined && (
            <span className="inline-flex h-11 items-center gap-2 text-13 text-faint">
              <span aria-hidden="true" className="size-2 rounded-full bg-up" />
              {NETWORKS[site.network]}
            </span>
          )}
        </nav>
      </div>
    </footer>
  )
}

const LINK =
  'inline-flex h-11 items-center gap-1.5 text-13 text-muted underline-offset-4 transition-colors hover:text-text hover:underline'

function FooterLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={LINK}>
      {children}
    </Link>
  )
}
