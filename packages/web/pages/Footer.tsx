// The foot of every page: only what leads somewhere. It lies below the first screen, so it is loaded after it.
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSiteConfig } from '../shared/queries.ts'
import { Logo } from '../ui/Logo.tsx'
import { SocialLinks } from './SocialLinks.tsx'

const NETWORKS = {
  embedded: 'Demo network',
  devnet: 'Solana devnet',
  testnet: 'Solana testnet',
  'mainnet-beta': 'Solana',
  custom: 'Custom network',
}

const COLUMNS: readonly {
  readonly title: string
  readonly links: readonly (readonly [text: string, href: string])[]
}[] = [
  {
    title: 'Product',
    links: [
      ['Home', '/'],
      ['Launch', '/launch'],
      ['Hybrid Launch', '/hybrid-launch'],
      ['Markets', '/trade'],
      ['Gallery', '/gallery'],
      ['Analytics', '/analytics'],
    ],
  },
  {
    title: 'Developers',
    links: [
      ['Documentation', '/docs'],
      ['API Reference', '/docs/developers/api'],
      ['SDK', '/docs/developers/sdk'],
      ['Status', '/status'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
      ['Cookie Policy', '/cookies'],
    ],
  },
]

export default function Footer() {
  const { data: site } = useSiteConfig()
  const explorerUrl = site?.explorerAddressUrl?.replace('{address}', site.programAddress)
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto grid max-w-[100rem] gap-x-12 gap-y-8 px-4 py-10 md:grid-cols-[minmax(0,1fr)_auto] md:px-6">
        <div>
          <Logo />
          <p className="mt-2 text-13 text-muted">
            Every launch mints twins: a coin and 1,000 NFTs of one picture.
          </p>
          {site !== undefined && (
            <p className="mt-3 flex items-center gap-2 text-13 text-faint">
              <span aria-hidden="true" className="size-2 rounded-full bg-up" />
              {NETWORKS[site.network]}
            </p>
          )}
          <SocialLinks className="mt-3 -ml-3" />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-10 gap-y-6 sm:grid-cols-3 lg:gap-x-20">
          {COLUMNS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-13 font-semibold">{title}</h2>
              <ul className="mt-1">
                {links.map(([text, href]) => (
                  <li key={href}>
                    <FooterLink href={href}>{text}</FooterLink>
                  </li>
                ))}
                {title === 'Developers' && explorerUrl !== undefined && (
                  <li>
                    <a href={explorerUrl} target="_blank" rel="noreferrer" className={LINK}>
                      The program
                      <ExternalLink size={14} aria-hidden="true" />
                    </a>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

const LINK =
  'inline-flex h-9 items-center gap-1.5 text-13 text-muted underline-offset-4 transition-colors hover:text-text hover:underline pointer-coarse:h-11'

function FooterLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={LINK}>
      {children}
    </Link>
  )
}
