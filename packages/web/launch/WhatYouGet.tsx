// What one launch makes, with the product's real figures.
import { ArrowLeftRight, ChartSpline, Coins, GraduationCap, Images } from 'lucide-react'
import { Digits } from '../ui/amounts.tsx'
import { Panel } from '../ui/Panel.tsx'

export function WhatYouGet({
  graduationText,
  graduationSolText,
}: {
  /** "$63K", or undefined while the rate is not known. */
  readonly graduationText: string | undefined
  readonly graduationSolText: string | undefined
}) {
  return (
    <Panel title="What You Get">
      <ul className="flex flex-col gap-3 text-14 text-text">
        <Item icon={<Images size={18} />}>1,000 identical NFTs</Item>
        <Item icon={<Coins size={18} />}>1B fungible tokens</Item>
        <Item icon={<ChartSpline size={18} />}>Automatic bonding curve pricing</Item>
        <Item icon={<ArrowLeftRight size={18} />}>Token/NFT swapping (1M tokens = 1 NFT)</Item>
        <Item icon={<GraduationCap size={18} />}>
          {graduationText === undefined ? (
            'Graduation to open trading'
          ) : (
            <>
              Graduation at <Digits>{graduationText}</Digits> market cap
              <span translate="no" className="figures whitespace-nowrap text-faint">
                {' '}
                ({graduationSolText} SOL)
              </span>
            </>
          )}
        </Item>
      </ul>
    </Panel>
  )
}

function Item({ icon, children }: { readonly icon: React.ReactNode; readonly children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span aria-hidden="true" className="text-violet">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}
