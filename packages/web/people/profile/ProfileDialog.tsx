// Who the connected wallet says it is: seen first, then edited. Saving signs in where that is still to do.

import type { Profile } from '@twinmint/sdk/api/records/person'
import { ExternalLink, Pencil, TriangleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { errorMessage, isOwnAnswer } from '../../data/api.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { profilePath } from '../../shared/WalletLink.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { DIALOG_END, Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatExactTime } from '../../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { TextArea, TextInput } from '../../ui/TextInput.tsx'
import { showToast } from '../../ui/toasts/toast.ts'
import { rememberFace } from './avatar-cache.ts'
import { joinedText } from './joined.ts'
import { PictureChooser } from './PictureChooser.tsx'
import { useProfile, useSaveProfile } from './user-queries.ts'

const USERNAME_MAX = 50
const BIO_MAX = 200
/** Said where the server says no reason. */
const UPDATE_FAILED = 'Failed to update profile'

export default function ProfileDialog({
  address,
  onClose,
}: {
  readonly address: string
  readonly onClose: () => void
}) {
  const [isEditing, setEditing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const query = useProfile(address)
  const { data: profile, error, isPending } = query
  useEffect(() => {
    if (profile !== undefined) rememberFace(address, profile?.thumbnailUrl ?? null)
  }, [address, profile])
  return (
    <Dialog open onClose={onClose} dismissable={!isSaving} title={isEditing ? 'Edit Profile' : 'Profile'}>
      {isPending ? (
        <ProfileSkeleton />
      ) : profile === undefined ? (
        <div role="alert" className="flex flex-col items-center gap-3 py-6 text-center">
          <TriangleAlert size={28} aria-hidden="true" className="text-down" />
          <p className="text-14">{errorMessage(error, 'Failed to fetch profile')}</p>
          <RetryButton query={query} />
        </div>
      ) : isEditing ? (
        <EditForm address={address} profile={profile} onSaving={setSaving} onDone={() => setEditing(false)} />
      ) : (
        <ProfileView address={address} profile={profile} onEdit={() => setEditing(true)} onLeave={onClose} />
      )}
    </Dialog>
  )
}

function ProfileView({
  address,
  profile,
  onEdit,
  onLeave,
}: {
  readonly address: string
  readonly profile: Profile | null
  readonly onEdit: () => void
  readonly onLeave: () => void
}) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar src={profile?.profileImageUrl ?? null} size={80} alt="Profile picture" className="size-20" />
        <div className="min-w-0 flex-1">
          <p className="text-12 text-muted">Name</p>
          <p className="text-16 font-semibold [overflow-wrap:anywhere]">
            {profile?.username ?? <span className="font-normal text-faint">No name yet</span>}
          </p>
        </div>
        <button
          type="button"
          aria-label="Edit profile"
          title="Edit profile"
          onClick={onEdit}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text"
        >
          <Pencil size={18} aria-hidden="true" />
        </button>
      </div>
      <dl className="mt-5 flex flex-col gap-4 text-14">
        <div>
          <dt className="text-12 text-muted">Bio</dt>
          <dd className="mt-0.5 max-h-48 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">
            {profile === null || profile.bio === '' ? (
              <span className="text-faint">No bio yet</span>
            ) : (
              profile.bio
            )}
          </dd>
        </div>
        <div>
          <dt className="text-12 text-muted">Wallet Address</dt>
          <dd className="mt-0.5">
            <ShortAddress address={address} variant="6-4" label="wallet" />
          </dd>
        </div>
        {profile !== null && (
          <div>
            <dt className="text-12 text-muted">Joined</dt>
            <dd className="mt-0.5">
              <time dateTime={profile.createdAt} title={formatExactTime(profile.createdAt)}>
                {joinedText(profile.createdAt)}
              </time>
            </dd>
          </div>
        )}
      </dl>
      <Link
        href={profilePath(address)}
        onClick={onLeave}
        className={buttonClass('secondary', 'md', 'mt-6 w-full')}
      >
        <ExternalLink size={16} aria-hidden="true" />
        Your public page
      </Link>
    </>
  )
}

function EditForm({
  address,
  profile,
  onSaving,
  onDone,
}: {
  readonly address: string
  readonly profile: Profile | null
  readonly onSaving: (isSaving: boolean) => void
  readonly onDone: () => void
}) {
  const [username, setUsername] = useState(profile?.username ?? '')
  const [bio, setBio] = useState(profile?.bio ?? '')
  const [picture, setPicture] = useState<File | null>()
  const { mutateAsync, isPending } = useSaveProfile(address)
  const isBioTooLong = bio.length > BIO_MAX && bio !== profile?.bio

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() === '') {
      showToast({
        title: 'Username Required',
        description: 'Please enter a username',
        tone: 'destructive',
      })
      return
    }
    if (isBioTooLong || isPending) return
    onSaving(true)
    try {
      if (!(await mutateAsync({ username, bio, picture }))) return
      showToast({
        title: 'Profile Updated',
        description: 'Your profile has been saved successfully.',
        tone: 'success',
      })
      onDone()
    } catch (error) {
      showToast({
        title: 'Update Failed',
        description: isOwnAnswer(error) ? errorMessage(error, UPDATE_FAILED) : UPDATE_FAILED,
        tone: 'destructive',
      })
    } finally {
      onSaving(false)
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
      <PictureChooser currentUrl={profile?.profileImageUrl ?? null} picture={picture} onChange={setPicture} />
      <Field label="Name" required aside={`${username.length}/${USERNAME_MAX}`}>
        <TextInput
          value={username}
          maxLength={USERNAME_MAX}
          autoComplete="nickname"
          disabled={isPending}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field
        label="Bio"
        aside={`${bio.length}/${BIO_MAX}`}
        error={isBioTooLong ? `A bio has at most ${BIO_MAX} characters here.` : undefined}
      >
        <TextArea
          value={bio}
          maxLength={BIO_MAX}
          rows={3}
          disabled={isPending}
          onChange={(event) => setBio(event.target.value)}
        />
      </Field>
      <div className={`flex justify-end gap-2 ${DIALOG_END}`}>
        <Button variant="ghost" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} disabled={isBioTooLong}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading profile">
      <div className="flex items-center gap-4">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-6 w-40" />
      </div>
      <Skeleton className="mt-6 h-5 w-full" />
      <Skeleton className="mt-6 h-5 w-32" />
      <Skeleton className="mt-6 h-5 w-28" />
      <Skeleton className="mt-6 h-10 w-full rounded-full" />
    </SkeletonGroup>
  )
}
