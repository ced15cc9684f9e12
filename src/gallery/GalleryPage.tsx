// The gallery: every collection, the market of all NFTs, and those that are featured. What narrows them is in the address.
import { Rocket } from 'lucide-react'
import { Link, useSearchParams } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { useLive } from '../wire/live.ts'
import { FeaturedNfts } from './FeaturedNfts.tsx'
import { rarityOfParam } from './filters.ts'
import { GalleryCollections } from './GalleryCollections.tsx'
import { NftMarket } from './NftMarket.tsx'

export default function GalleryPage() {
  const [params, setParams] = useSearchParams()
  const { address } = useWallet()
  useLive('market')
  const setParam = (name: 'q' | 'rarity', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="mx-auto w-full max-w-[1400px] py-5 md:py-8">
      <title>Gallery · Twinmint</title>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-display text-28 font-semibold md:text-40">Gallery</h1>
          <p className="mt-2 text-14 text-pretty text-muted md:text-16">
            The NFT twins of every coin: 1,000 of one picture, each worth 1,000,000 coins or more.
          </p>
        </div>
        <Link href="/launch" className={buttonClass('primary', 'md', 'shrink-0')}>
          <Rocket size={16} aria-hidden="true" />
          Launch
        </Link>
      </div>
      <GalleryCollections search={params.get('q') ?? ''} onSearch={(search) => setParam('q', search)} />
      <NftMarket walletAddress={address} />
      <FeaturedNfts
        walletAddress={address}
        rarity={rarityOfParam(params.get('rarity'))}
        onRarity={(rarity) => setParam('rarity', rarity ?? '')}
      />
    </div>
  )
}
