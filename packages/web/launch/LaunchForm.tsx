// The launch form: fields, picture, cost, and the one mutation. What was typed stays after an error.

import { choicesOf, FORM_CHOICES, termsOf } from '@twinmint/sdk/actions/launch/choices'
import { devBuyLamports, mintingLamports, roundDollarsText } from '@twinmint/sdk/actions/launch/cost'
import { decideLaunch, type LaunchField } from '@twinmint/sdk/actions/launch/rules'
import type { Outcome } from '@twinmint/sdk/actions/signing/flow'
import { LAMPORTS_PER_SOL, lamports, solText } from '@twinmint/sdk/core/money'
import { TriangleAlert, Wallet } from 'lucide-react'
import { type FormEvent, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSiteConfig } from '../shared/queries.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { isFocusLost } from '../ui/Dialog.tsx'
import { shortAddress } from '../ui/format.ts'
import { isTakingOver } from '../ui/hydration/hydration.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { useWalletBalance } from '../wallet/balance.ts'
import { type WalletOption, withDemoWallet } from '../wallet/connecting/options.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import type { Launched } from './flow.ts'
import { CostPanel } from './form/CostPanel.tsx'
import { LaunchFields } from './form/LaunchFields.tsx'
import { TermsPanel } from './form/TermsPanel.tsx'
import type { LaunchFieldValues } from './form/values.ts'
import { forgetForm, formToBeginWith, NO_LINKS, rememberedForm, rememberForm } from './launch-storage.ts'
import { CONNECT_TO_LAUNCH, INSTALL_TO_LAUNCH, LAUNCH_TEXTS, type LaunchVariant } from './launch-texts.ts'
import { ImagePicker } from './picture/ImagePicker.tsx'
import { usePicture } from './picture/use-picture.ts'
import { loadProgress, useExpectedLaunch, useLaunch } from './queries.ts'
import { TwinPreview } from './TwinPreview.tsx'
import { WhatYouGet } from './WhatYouGet.tsx'

const ProgressDialog = lazyPart(loadProgress)
const MarketFields = lazyPart(() => import('./form/MarketFields.tsx'))
// With it come all errors' texts.
const PausedNote = lazyPart(() => import('../shared/PausedNote.tsx'))

const EMPTY: LaunchFieldValues = {
  name: '',
  symbol: '',
  collectionName: '',
  description: '',
  links: NO_LINKS,
  ...FORM_CHOICES,
  devBuyAmount: '0',
  boostLaunch: false,
}

/** Stands in for the wallet while none is connected, so that the fields can be checked: the system program's address. */
const NO_WALLET = '11111111111111111111111111111111'

export function LaunchForm({ variant }: { readonly variant: LaunchVariant }) {
  const form = useRef<HTMLFormElement>(null)
  const launching = useLaunchForm(variant, form)
  const { values, picture, submits, config, launch } = launching
  useEffect(() => {
    if (submits > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [submits])
  const terms = config && termsOf(config)
  const boostPrice = terms?.boostPriceLamports ?? lamports(LAMPORTS_PER_SOL)
  return (
    <>
      <WalletLine
        address={launching.address}
        wallets={launching.wallets}
        isDemoMode={config?.demoMode === true}
      />
      <form
        ref={form}
        onSubmit={launching.onSubmit}
        noValidate
        className="mt-6 grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:gap-5"
      >
        {config?.paused === true && (
          <Suspense>
            <PausedNote pausedUntil={config.pausedUntil} className="md:col-span-2" />
          </Suspense>
        )}
        <section
          aria-labelledby="launch-heading"
          className="rounded-panel border border-line bg-panel p-4 md:p-6"
        >
          <h2 id="launch-heading" className="text-20 font-semibold tracking-tight">
            {LAUNCH_TEXTS[variant].heading}
          </h2>
          <p className="mt-1 text-14 text-muted">
            Upload one image and create 1,000 identical NFTs + a fungible token
          </p>
          <div className="mt-6 flex flex-col gap-5">
            <ImagePicker
              picture={picture}
              error={submits > 0 || picture.file !== undefined ? picture.error : undefined}
            />
            <LaunchFields
              values={values}
              errorOf={launching.errorOf}
              onChange={launching.change}
              onLeave={launching.leave}
            />
            <Suspense fallback={<div className="h-[62.5rem] md:h-[50rem]" />}>
              <MarketFields
                values={values}
                errorOf={launching.errorOf}
                onChange={launching.change}
                onLeave={launching.leave}
                terms={terms}
                devBuyLamports={devBuyLamports(values.devBuyAmount)}
                boostPriceText={solText(boostPrice)}
                mintingLamports={mintingLamports(values, config?.publicUrl ?? '')}
              />
            </Suspense>
          </div>
        </section>
        <div className="flex min-w-0 flex-col gap-4 md:sticky md:top-20 lg:gap-5">
          <TwinPreview {...values} imageUrl={picture.error === undefined ? picture.url : undefined} />
          <WhatYouGet
            graduationText={terms && roundDollarsText(terms.graduationMarketCapLamports, config.solUsd)}
            graduationSolText={terms && solText(terms.graduationMarketCapLamports)}
          />
          <TermsPanel terms={terms} haveChanged={launch.haveTermsChanged} failed={launching.termsFailed} />
          {/* What a launch has taken is no longer there for another one: of that nobody asked. */}
          <CostPanel
            values={values}
            boostPrice={boostPrice}
            config={config}
            feeLamports={launching.feeLamports}
            onFee={launching.setFeeLamports}
            heldLamports={launch.isRunning || launch.isDone ? undefined : launching.heldLamports}
          />
          <LaunchButtons launching={launching} />
        </div>
        {launch.step !== undefined && (
          <Suspense>
            <ProgressDialog
              step={launch.step}
              view={launch.view}
              network={config?.network}
              onCancel={launch.cancel}
            />
          </Suspense>
        )}
      </form>
    </>
  )
}

const WALLET_LINE = 'rounded-panel border px-4 py-3 text-14 [grid-area:1/1]'

/**
 * Asks for a wallet, or says which one it is: in one place, as high as the longer of both. The wallet of a browser that had one before
 * comes a moment after the page, and nothing may move then under somebody's finger.
 */
function WalletLine({
  address,
  wallets,
  isDemoMode,
}: {
  /** Of the wallet that is connected. */
  readonly address: string | undefined
  readonly wallets: readonly WalletOption[]
  readonly isDemoMode: boolean
}) {
  return (
    <div className="mt-6 grid">
      <p
        className={classNames(
          WALLET_LINE,
          'flex items-center gap-3 border-gold/50 bg-gold/10 text-gold',
          address !== undefined && 'invisible',
        )}
      >
        <TriangleAlert size={18} aria-hidden="true" className="shrink-0" />
        {withDemoWallet('Please connect a wallet to launch MPL-404 tokens on Solana', wallets, isDemoMode)}
      </p>
      {address !== undefined && (
        <p className={classNames(WALLET_LINE, 'flex items-center gap-3 border-line bg-panel text-muted')}>
          <Wallet size={18} aria-hidden="true" className="shrink-0" />
          <span>
            You launch from{' '}
            <span translate="no" className="figures text-text">
              {shortAddress(address)}
            </span>
          </span>
        </p>
      )}
    </div>
  )
}

/** What can be done now: launching, going on with a launch of which nobody knows, or connecting a wallet. */
function LaunchButtons({ launching }: { readonly launching: ReturnType<typeof useLaunchForm> }) {
  const { launch, status } = launching
  const place = useFocusAfter(launch.isRunning)
  return (
    <div ref={place}>
      {launch.unfinished !== undefined && !launch.isRunning ? (
        <Notice
          actionLabel="Check again"
          onAction={launching.goOn}
          dismissLabel="Launch another one"
          onDismiss={launch.forget}
        >
          <p>
            “{launch.unfinished.collectionData.name}” was signed and sent, and nobody knows yet whether it
            went through. Launching again would pay again; checking again never does.
          </p>
        </Notice>
      ) : status === 'connected' ? (
        <Button type="submit" size="lg" className="w-full" pending={launch.isRunning}>
          {launch.isRunning ? 'Launching...' : 'Launch Meme Collection'}
        </Button>
      ) : (
        <WalletButton size="lg" className="w-full" />
      )}
    </div>
  )
}

/** The dialog gives the focus back to the button that opened it, which can't take it yet: the launch is still under way then. */
function useFocusAfter(isRunning: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && isFocusLost()) place.current?.querySelector('button')?.focus()
    wasRunning.current = isRunning
  }, [isRunning])
  return place
}

/** What the form holds, what follows from it, and what can be done with it. */
function useLaunchForm(variant: LaunchVariant, form: RefObject<HTMLFormElement | null>) {
  const [values, setValues] = useState(() => (isTakingOver() ? undefined : formToBeginWith()) ?? EMPTY)
  const [left, setLeft] = useState<ReadonlySet<LaunchField>>(new Set())
  const [submits, setSubmits] = useState(0)
  const picture = usePicture()
  const [, navigate] = useLocation()
  const { status, address, wallets } = useWallet()
  const site = useSiteConfig()
  const { data: config } = site
  const { data: wallet } = useWalletBalance(status === 'connected' ? address : undefined)
  const launch = useLaunch(variant, config)
  useExpectedLaunch(status === 'connected' ? address : undefined)
  /** To be first; nothing until the field is there that says so. */
  const [feeLamports, setFeeLamports] = useState(0n)

  const terms = config && termsOf(config)
  const graduation = terms?.graduationMarketCapLamports
  const { openingReserveLamports, ...guard } = choicesOf(values, graduation)
  const decision = decideLaunch(
    {
      ...values,
      openingReserveLamports: openingReserveLamports.toString(),
      ...guard,
      creatorAddress: address ?? NO_WALLET,
    },
    graduation,
  )
  const errors = decision.kind === 'refused' ? decision.errors : {}

  const onDone = ({ answers: [launched] }: Outcome<void, Launched>) => {
    if (launched === undefined) return
    const { id, name } = launched.collection
    // Unless the form is another coin's by now.
    if (rememberedForm()?.name.trim() === name) forgetForm()
    // Whoever has left the page stays where they are.
    if (form.current !== null) navigate(`/trade/${id}`)
  }
  // A launch that this page was left in the middle of goes on.
  const goOn = () => {
    if (launch.unfinished !== undefined) launch.goOn(launch.unfinished, onDone)
  }
  const goOnAtFirst = useEffectEvent(goOn)
  useEffect(() => goOnAtFirst(), [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (launch.isRunning || launch.unfinished !== undefined) return
    if (status !== 'connected') {
      const found = wallets.some((wallet) => wallet.state === 'detected')
      showToast({
        title: 'Launch Failed',
        description: withDemoWallet(found ? CONNECT_TO_LAUNCH : INSTALL_TO_LAUNCH, wallets),
        tone: 'destructive',
      })
    } else if (config === undefined || terms === undefined)
      showToast({
        title: 'Launch Failed',
        description: 'The terms of launches are not loaded yet. Try again in a moment.',
        tone: 'destructive',
      })
    else if (decision.kind === 'refused' || picture.error !== undefined || picture.file === undefined)
      setSubmits(submits + 1)
    else {
      const { draft } = decision
      const { publicUrl } = config
      launch.start({ draft, terms, image: picture.file, publicUrl, priorityFeeLamports: feeLamports }, onDone)
    }
  }
  return {
    values,
    submits,
    picture,
    config,
    termsFailed: config === undefined && site.isError ? site : undefined,
    status,
    address: status === 'connected' ? address : undefined,
    wallets,
    launch,
    feeLamports,
    setFeeLamports,
    goOn,
    onSubmit,
    heldLamports: wallet?.lamports,
    errorOf: (field: LaunchField) => (submits > 0 || left.has(field) ? errors[field] : undefined),
    change: (change: Partial<LaunchFieldValues>) => {
      const changed = { ...values, ...change }
      setValues(changed)
      rememberForm(changed)
    },
    leave: (field: LaunchField) => setLeft((before) => new Set(before).add(field)),
  }
}
