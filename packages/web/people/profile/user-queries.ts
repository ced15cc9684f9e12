// Profiles, portfolios and the watchlist: keys, reads, and what changes them. Loaded with the dialog and the page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Portfolio, ProfileUpdate, UserTrades } from '@twinmint/sdk/api/people/contract'
import { foldPortfolio } from '@twinmint/sdk/api/positions/holdings-rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { inOrder } from '@twinmint/sdk/api/records/coin-order'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { Profile } from '@twinmint/sdk/api/records/person'
import { topicOfWallet } from '@twinmint/sdk/api/records/topics'
import { ApiRequestError, apiDelete, apiGet, apiGetList, apiPut } from '../../data/api.ts'
import { useLiveData, useRefreshOn } from '../../data/live-data.ts'
import { pagedOptions, usePaged } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'
import { noteName } from '../../shared/names.ts'
import { useSession, useSignIn } from '../session/queries.ts'
import { rememberFace } from './avatar-cache.ts'

const query = (address: string) => `walletAddress=${encodeURIComponent(address)}`

/** Null for a wallet without a profile. */
export function useProfile(address: string | undefined, enabled = true) {
  return useQuery({
    queryKey: keyOf('profile-of', address ?? ''),
    enabled: enabled && address !== undefined,
    queryFn: ({ signal }): Promise<Profile | null> => {
      if (address === undefined) throw new Error('No wallet connected')
      return apiGet<Profile>(`/api/user/profile?${query(address)}`, { signal }).catch((cause: unknown) => {
        if (cause instanceof ApiRequestError && cause.code === 'profileNotFound') return null
        throw new Error('Failed to fetch profile', { cause })
      })
    },
  })
}

export interface ProfileChange extends Omit<ProfileUpdate, 'walletAddress'> {
  /** A new picture; null takes the old one away. */
  readonly picture: File | null | undefined
}

/** Signs in where that is still to do. Resolves false when the wallet did not sign, with the reason shown. */
export function useSaveProfile(address: string) {
  const client = useQueryClient()
  const { walletAddress } = useSession()
  const { signIn } = useSignIn()
  return useMutation({
    mutationFn: async ({ picture, ...texts }: ProfileChange): Promise<boolean> => {
      if (walletAddress !== address && !(await signIn())) return false
      const keep = (profile: Profile) => {
        client.setQueryData(keyOf('profile-of', address), profile)
        rememberFace(address, profile.thumbnailUrl)
        noteName(address, profile.username)
      }
      keep(await apiPut<Profile>('/api/user/profile', { walletAddress: address, ...texts }))
      if (picture === null) {
        await apiDelete('/api/user/profile/picture')
        keep(await apiGet<Profile>(`/api/user/profile?${query(address)}`))
      } else if (picture) {
        const form = new FormData()
        form.set('image', picture)
        keep(await apiPut<Profile>('/api/user/profile/picture', form))
      }
      return true
    },
  })
}

/** What the wallet has and did is read again when the chain tells of it; what it holds follows the prices. */
export function useLiveWallet(address: string): void {
  useRefreshOn(topicOfWallet(address), [
    keyOf('portfolio-of', address),
    keyOf('trades-by', address),
    keyOf('nfts-held-by', address),
  ])
  useLiveData('market', keyOf('portfolio-of', address), foldPortfolio)
}

/** Coins and NFTs also come from wallet to wallet, so it is read again every half minute. */
export function usePortfolio(address: string) {
  return useQuery({
    queryKey: keyOf('portfolio-of', address),
    queryFn: ({ signal }) => apiGet<Portfolio>(`/api/user/portfolio?${query(address)}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: 30_000,
  })
}

export function useHeldNfts(address: string) {
  return useQuery({
    queryKey: keyOf('nfts-held-by', address),
    queryFn: ({ signal }) => apiGet<UserNfts>(`/api/user/nfts/${encodeURIComponent(address)}`, { signal }),
    refetchOnMount: 'always',
  })
}

export function useUserTrades(address: string) {
  const path = `/api/user/trades?${query(address)}`
  return usePaged(pagedOptions<UserTrades>(keyOf('trades-by', address), path), ({ trades, activity }) =>
    inOrder([...trades, ...activity]),
  )
}

/** The coins that a wallet launched, the latest first. The key's second segment is where the live stream looks for coins. */
export function useLaunches(address: string) {
  const path = `collections?creator=${encodeURIComponent(address)}&sort=created&limit=25` as const
  return usePaged(pagedOptions(keyOf(path), `/api/${path}`, apiGetList<Collection>), (part) => part.items)
}
