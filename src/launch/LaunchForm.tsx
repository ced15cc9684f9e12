// The launch form: fields, picture, cost, and the one mutation. What was typed stays after an error.
import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Lamports, lamports, parseSolText, solText } from '../core/money.ts'
import { useSiteConfig } from '../discover/queries.ts'
import { usePlayMoney, useWalletBalance } from '../profile/queries.ts'
import { Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PlayMoneyButton } from '../ui/PlayMoneyButton.tsx'
import { showToast } from '../ui/toast.tsx'
import { withDemoWallet } from '../wallet/store.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage } from '../wire/api.ts'
import { CostLines } from './CostLines.tsx'
import { estimateLaunchCost, roundDollarsText } from './cost.ts'
import { ImagePicker } from './ImagePicker.tsx'
import { LaunchFields, type LaunchFieldValues } from './LaunchFields.tsx'
import { isUserRejection, LAUNCH_TEXTS, type LaunchVariant, launchedText } from './launch-texts.ts'
import {
  forgetForm,
  rememberedForm,
  rememberedPicture,
  rememberForm,
  rememberPicture,
  sentLaunch,
} from './memory.ts'
import { ProgressDialog } from './ProgressDialog.tsx'
import { useLaunch } from './queries.ts'
import { decideLaunch, imageFileError, type LaunchField } from './rules.ts'
import { TwinPreview } from './TwinPreview.tsx'
import { WhatYouGet } from './WhatYouGet.tsx'

const EMPTY: LaunchFieldValues = {
  name: '',
  symbol: '',
  collectionName: '',
  description: '',
  devBuyAmount: '0',
  boostLaunch: false,
}

/** Stands in for the wallet while none is connected, so that the fields can be checked: the system program's address. */
const NO_WALLET = '11111111111111111111111111111111'

export function LaunchForm({ variant }: { readonly variant: LaunchVariant }) {
  const texts = LAUNCH_TEXTS[variant]
  const [values, setValues] = useState(() => rememberedForm() ?? EMPTY)
  const [left, setLeft] = useState<ReadonlySet<LaunchField>>(new Set())
  const [submits, setSubmits] = useState(0)
  const picture = usePicture()
  const form = useRef<HTMLFormElement>(null)
  const [, navigate] = useLocation()
  const { status, address, wallets } = useWallet()
  const { data: config } = useSiteConfig()
  const { data: wallet } = useWalletBalance(status === 'connected' ? address : undefined)
  const playMoney = usePlayMoney()
  const launch = useLaunch(config?.programAddress)

  const decision = decideLaunch({ ...values, creatorAddress: address ?? NO_WALLET })
  const errors = decision.kind === 'refused' ? decision.errors : {}
  const shownError = (field: LaunchField) => (submits > 0 || left.has(field) ? errors[field] : undefined)

  useEffect(() => {
    if (submits > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [submits])

  const start = (order: Parameters<typeof launch.mutate>[0]) =>
    launch.mutate(order, {
      onSuccess: ({ id, name, devBuySolText }) => {
        // Unless the form is another coin's by now.
        if (rememberedForm()?.name.trim() === name) forgetForm()
        showToast({
          title: texts.successTitle,
          description: launchedText(variant, name, devBuySolText),
          tone: 'success',
        })
        navigate(`/trade/${id}`)
      },
      onError: (error) => {
        // Nobody knows yet whether it failed: the notice says so.
        if (sentLaunch() !== undefined) return
        showToast(
          isUserRejection(error)
            ? { title: 'Signature Required', description: texts.signatureRequired, tone: 'destructive' }
            : {
                title: 'Launch Failed',
                description: errorMessage(error, 'Failed to launch collection'),
                tone: 'destructive',
              },
        )
      },
    })
  // A launch that this page was left in the middle of goes on.
  const goOn = () => {
    if (launch.unfinished !== undefined && !launch.isPending) start(launch.unfinished)
  }
  const goOnAtFirst = useEffectEvent(goOn)
  useEffect(() => goOnAtFirst(), [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (launch.isPending || launch.unfinished !== undefined) return
    if (status !== 'connected') {
      const found = wallets.some((wallet) => wallet.state === 'detected')
      showToast({
        title: 'Launch Failed',
        description: withDemoWallet(
          `Please ${found ? 'connect your' : 'install Phantom'} wallet to launch tokens on Solana`,
          wallets,
        ),
        tone: 'destructive',
      })
      return
    }
    if (decision.kind === 'refused' || picture.error !== undefined || picture.file === undefined) {
      setSubmits(submits + 1)
      return
    }
    start({ draft: decision.draft, image: picture.file })
  }

  const boostPrice = lamports(BigInt(config?.boostPriceLamports ?? '1000000000'))
  const cost = estimateLaunchCost(
    {
      ...values,
      devBuyLamports: devBuyLamports(values.devBuyAmount),
      boost: values.boostLaunch,
    },
    boostPrice,
    location.origin,
  )
  // What a launch has taken is no longer there for another one: of that nobody asked.
  const isAsked = !launch.isPending && !launch.isSuccess
  const tooLittle = isAsked && wallet !== undefined && BigInt(wallet.lamports) < cost.totalLamports
  const graduation = config && lamports(BigInt(config.graduationMarketCapLamports))

  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      noValidate
      className="mt-6 grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_320px] lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-5"
    >
      <section
        aria-labelledby="launch-heading"
        className="rounded-panel border border-line bg-panel p-4 md:p-6"
      >
        <h2 id="launch-heading" className="text-20 font-semibold tracking-tight">
          {texts.heading}
        </h2>
        <p className="mt-1 text-14 text-muted">
          Upload one image and create 1,000 identical NFTs + a fungible token
        </p>
        <div className="mt-6 flex flex-col gap-5">
          <ImagePicker
            file={picture.file}
            previewUrl={picture.url}
            error={submits > 0 || picture.file !== undefined ? picture.error : undefined}
            onPick={picture.pick}
            onUnreadable={picture.markUnreadable}
          />
          <LaunchFields
            values={values}
            errorOf={shownError}
            boostPriceText={solText(boostPrice)}
            onChange={(change) => {
              const changed = { ...values, ...change }
              setValues(changed)
              rememberForm(changed)
            }}
            onLeave={(field) => setLeft((before) => new Set(before).add(field))}
          />
        </div>
      </section>
      <div className="flex min-w-0 flex-col gap-4 md:sticky md:top-20 lg:gap-5">
        <TwinPreview {...values} imageUrl={picture.error === undefined ? picture.url : undefined} />
        <WhatYouGet
          graduationText={config && graduation && roundDollarsText(graduation, config.solUsd)}
          graduationSolText={graduation && solText(graduation)}
        />
        <Panel title="Cost">
          <CostLines
            exact={false}
            rentLamports={cost.rentLamports.toString()}
            networkFeeLamports={cost.networkFeeLamports.toString()}
            devBuyLamports={cost.devBuyLamports.toString()}
            boostLamports={cost.boostLamports.toString()}
            totalLamports={cost.totalLamports.toString()}
          />
          <p className="mt-3 text-12 text-faint">An estimate: the exact cost is shown when you sign.</p>
          {tooLittle && (
            <div className="mt-3 flex flex-col gap-2 rounded-input border border-down/50 bg-down/10 px-3 py-2 text-13">
              <p>
                Your wallet has <Sol lamports={wallet.lamports} />, less than this costs.
              </p>
              <PlayMoneyButton offer={playMoney} />
            </div>
          )}
        </Panel>
        {launch.unfinished !== undefined && !launch.isPending ? (
          <Notice
            actionLabel="Check again"
            onAction={goOn}
            dismissLabel="Launch another one"
            onDismiss={launch.forget}
          >
            <p>
              “{launch.unfinished.collectionData.name}” was signed and sent, and nobody knows yet whether it
              went through. Launching again would pay again; checking again never does.
            </p>
          </Notice>
        ) : status === 'connected' ? (
          <Button type="submit" size="lg" className="w-full" pending={launch.isPending}>
            {launch.isPending ? 'Launching...' : 'Launch Meme Collection'}
          </Button>
        ) : (
          <WalletButton size="lg" className="w-full" />
        )}
      </div>
      <ProgressDialog open={launch.isPending} view={launch.view} network={config?.network} />
    </form>
  )
}

/** Nothing where the text is not an amount; the field itself says so. */
function devBuyLamports(text: string): Lamports {
  const parsed = parseSolText(text)
  return parsed.kind === 'amount' ? parsed.units : lamports(0)
}

/** The chosen file, an address to draw it from, and why it can't be the picture. */
function usePicture() {
  const [picked, setPicked] = useState<{ readonly file: File; readonly url: string }>()
  const [unreadable, setUnreadable] = useState(false)
  const url = picked?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  const show = useCallback((file: File | undefined) => {
    setUnreadable(false)
    setPicked(file && { file, url: URL.createObjectURL(file) })
  }, [])
  const pick = useCallback(
    (file: File | undefined) => {
      show(file)
      void rememberPicture(imageFileError(file) === undefined ? file : undefined)
    },
    [show],
  )
  useEffect(() => {
    let isGone = false
    void rememberedPicture().then((file) => {
      if (file !== undefined && !isGone) show(file)
    })
    return () => {
      isGone = true
    }
  }, [show])
  const markUnreadable = useCallback(() => setUnreadable(true), [])
  const fileError = imageFileError(picked?.file)
  return {
    file: picked?.file,
    // A file of another kind is not drawn at all.
    url: fileError === undefined && !unreadable ? url : undefined,
    error: fileError ?? (unreadable ? 'This file cannot be read as a picture' : undefined),
    pick,
    markUnreadable,
  }
}
