// Following a wallet and letting it go: shown at once, and put back where it failed.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Follow, FollowChange, Following } from '@twinmint/sdk/api/follows/contract'
import { ApiRequestError, apiDelete, apiPut, errorMessage } from '../../data/api.ts'
import { keyOf } from '../../data/query-keys.ts'
import { showToast } from '../../ui/toasts/toast.ts'
import { useWallet, walletStore } from '../../wallet/wallet.ts'
import { FOLLOWING_PATH, NOT_YET, useFollowing } from './follow-queries.ts'
import { useSignIn } from './queries.ts'

/** `undefined`: unfollow. */
interface Change {
  readonly follower: string
  readonly followed: string
  readonly to: FollowChange | undefined
}

const entryOf = (data: Following | undefined, followed: string) =>
  data?.following.find(({ walletAddress }) => walletAddress === followed)

/** Puts `entry` where the wallet stands in the cached list, or in front; takes it off where there is none. */
function putEntry(
  client: QueryClient,
  { follower, followed }: Pick<Change, 'follower' | 'followed'>,
  entry: Follow | undefined,
): void {
  client.setQueryData<Following>(keyOf('following-of', follower), (data) => {
    if (data === undefined) return data
    const at = data.following.findIndex(({ walletAddress }) => walletAddress === followed)
    const put = entry === undefined ? [] : [entry]
    return {
      following: at < 0 ? [...put, ...data.following] : data.following.toSpliced(at, 1, ...put),
    }
  })
}

function useChangeFollow(wallet: string) {
  const client = useQueryClient()
  const mutationKey = ['following', wallet]
  return useMutation({
    mutationKey,
    // One after another, so that the last press of a button is what stays.
    scope: { id: 'following' },
    mutationFn: async ({ followed, to }: Change): Promise<Follow | undefined> =>
      to === undefined
        ? apiDelete(`${FOLLOWING_PATH}/${followed}`).then(() => undefined)
        : apiPut<Follow>(`${FOLLOWING_PATH}/${followed}`, to),
    onMutate: async (change) => {
      const { follower, followed, to } = change
      await client.cancelQueries({ queryKey: keyOf('following-of', follower) })
      const before = entryOf(client.getQueryData(keyOf('following-of', follower)), followed)
      const next = to && {
        walletAddress: followed,
        createdAt: before?.createdAt ?? NOT_YET,
        notify: to.notify ?? before?.notify ?? false,
      }
      putEntry(client, change, next)
      return { before }
    },
    onSuccess: (stored, change) => {
      // Pressed again since: what is shown is that, and its answer comes.
      if (client.isMutating({ mutationKey }) <= 1) putEntry(client, change, stored)
    },
    onSettled: (_stored, _error, { follower }) => {
      // A first reading that was cancelled is made now.
      if (client.getQueryData(keyOf('following-of', follower)) === undefined)
        void client.invalidateQueries({ queryKey: keyOf('following-of', follower) })
    },
    onError: (error, change, known) => {
      putEntry(client, change, known?.before)
      showToast({
        title: error instanceof ApiRequestError ? error.title : 'Not saved',
        description: errorMessage(error, 'The change was not saved. Try again.'),
        tone: 'destructive',
      })
    },
  })
}

/**
 * Follows or unfollows a wallet. A visitor without a session signs in first. A press before the session is known waits for it.
 */
export function useFollow(followed: string) {
  const { address } = useWallet()
  const { walletAddress, following } = useFollowing()
  const { signIn, isPending: isSigningIn } = useSignIn()
  const { mutate } = useChangeFollow(followed)
  const follow = following.find((each) => each.walletAddress === followed)
  return {
    follow,
    isOwn: followed === address,
    isSigningIn,
    /** `undefined` unfollows. */
    change: async (to: FollowChange | undefined) => {
      if (walletAddress === undefined && !(await signIn())) return
      const follower = walletStore.state.address
      // Whoever it is now does not follow itself.
      if (follower !== undefined && follower !== followed) mutate({ follower, followed, to })
    },
  }
}
