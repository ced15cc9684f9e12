// The documentation: an introduction with cards, or one page with its neighbours, beside the list of all.

import { type DocPlace, findPlace, PLACES, SECTIONS } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { ArrowLeft, ArrowRight, BookOpen, Boxes, Code2, List, Rocket, Sparkles } from 'lucide-react'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useSiteConfig } from '../shared/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Blocks, Widget } from './Blocks.tsx'
import { type Block, plainText } from './blocks.ts'
import { DocsSidebar, type SectionState } from './DocsSidebar.tsx'
import { type Facts, factsOf } from './facts.ts'
import { loadPage } from './page-loader.ts'

const ICONS: Readonly<Record<string, typeof BookOpen>> = {
  'getting-started': Rocket,
  about: BookOpen,
  core: Sparkles,
  projects: Boxes,
  developers: Code2,
}

export default function DocsPage() {
  // As the router has it, capitals are the same.
  const path = useLocation()[0].toLowerCase()
  const { data: site } = useSiteConfig()
  const facts = useMemo(() => factsOf(site), [site])
  const [openBySlug, setOpen] = useState<SectionState['openBySlug']>({})
  const [isListOpen, setListOpen] = useState(false)
  const sections: SectionState = {
    openBySlug,
    onToggle: (slug, isOpen) => setOpen((before) => ({ ...before, [slug]: isOpen })),
  }
  const place = findPlace(path)
  const isIntroduction = /^\/docs\/?$/.test(path)
  const section = SECTIONS.find(({ slug }) => path.replace(/\/+$/, '') === `/docs/${slug}`)
  if (section?.items[0] !== undefined)
    return <Redirect replace to={`/docs/${section.slug}/${section.items[0].slug}`} />
  return (
    <div className="grid gap-8 py-5 md:py-8 lg:grid-cols-[16.25rem_minmax(0,1fr)] xl:grid-cols-[16.25rem_minmax(0,1fr)_12.5rem]">
      <title>{`${place?.item.title ?? 'Documentation'} · Twinmint`}</title>
      <aside aria-label="Contents" className="hidden lg:block">
        <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto overscroll-contain pb-4">
          <DocsSidebar place={place} facts={facts} {...sections} />
        </div>
      </aside>
      <div className={place === undefined ? 'min-w-0 xl:col-span-2' : 'min-w-0'}>
        <button
          type="button"
          onClick={() => setListOpen(true)}
          className={buttonClass('secondary', 'md', 'mb-5 w-full lg:hidden')}
        >
          <List size={16} aria-hidden="true" />
          Search and contents
        </button>
        {isListOpen && (
          <Dialog
            open
            shape="sheet"
            title="Documentation"
            className="w-88"
            onClose={() => setListOpen(false)}
          >
            <DocsSidebar place={place} facts={facts} {...sections} onFollow={() => setListOpen(false)} />
          </Dialog>
        )}
        {place !== undefined ? (
          <Suspense key={place.path} fallback={<ArticleSkeleton />}>
            <Article place={place} facts={facts} />
          </Suspense>
        ) : isIntroduction ? (
          <Introduction />
        ) : (
          <Message
            icon={<BookOpen size={32} aria-hidden="true" className="text-muted" />}
            title="There is no such page"
            action={
              <Link href="/docs" className={buttonClass('primary')}>
                All documentation
              </Link>
            }
          >
            The documentation has no page at this address. Search for it, or begin at the start.
          </Message>
        )}
      </div>
      {place !== undefined && (
        <Suspense key={`${place.path} outline`}>
          <Outline place={place} />
        </Suspense>
      )}
    </div>
  )
}

function Introduction() {
  return (
    <>
      <h1 className="font-display text-28 font-semibold md:text-40">Documentation</h1>
      <p className="mt-3 max-w-2xl text-16 text-pretty text-muted">
        Every launch mints twins, a coin and an NFT collection of one picture. Here is how all of it works,
        for those who trade, launch, collect and build.
      </p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {SECTIONS.map((section) => {
          const Icon = ICONS[section.slug] ?? BookOpen
          const [first] = section.items
          return (
            <li key={section.slug} className="flex flex-col rounded-panel border border-line bg-panel p-5">
              <Icon size={22} aria-hidden="true" className="text-violet" />
              <h2 className="mt-3 text-16 font-semibold">{section.title}</h2>
              <p className="mt-1 text-14 text-muted">{section.summary}</p>
              <ul className="mt-3 mb-4 grid gap-x-4 sm:grid-cols-2">
                {section.items.map((item) => (
                  <li key={item.slug}>
                    <Link
                      href={`/docs/${section.slug}/${item.slug}`}
                      className="inline-flex min-h-9 items-center text-14 text-text underline-offset-4 hover:text-violet-bright hover:underline pointer-coarse:min-h-11"
                    >
                      {item.title}
                    </Link>
                  </li>
                ))}
              </ul>
              {first !== undefined && (
                <Link
                  href={`/docs/${section.slug}/${first.slug}`}
                  className={buttonClass('secondary', 'md', 'mt-auto self-start')}
                >
                  Read<span className="sr-only"> {section.title}</span>
                  <ArrowRight size={16} aria-hidden="true" />
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Article({ place, facts }: { readonly place: DocPlace; readonly facts: Facts }) {
  const { blocks } = use(loadPage(place.item.file))
  useAnchor(place.path)
  return (
    <article>
      <p className="text-13 text-muted">{place.section.title}</p>
      <h1 className="mt-1 font-display text-28 font-semibold">{place.item.title}</h1>
      {place.item.widget !== undefined && <Widget name={place.item.widget} />}
      <Blocks blocks={blocks} facts={facts} />
      <Neighbours place={place} />
    </article>
  )
}

/** The browser looked for the anchor before the page was there; parts of it come later still. */
function useAnchor(path: string) {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id === '') return
    const find = () => {
      const target = document.getElementById(id)
      target?.scrollIntoView()
      return target !== null
    }
    const later = new MutationObserver(() => {
      if (find()) later.disconnect()
    })
    // After the shell has put the new page at its top.
    const timer = setTimeout(() => {
      if (!find()) later.observe(document.body, { childList: true, subtree: true })
    })
    return () => {
      clearTimeout(timer)
      later.disconnect()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for every page
  }, [path])
}

function Neighbours({ place }: { readonly place: DocPlace }) {
  const at = PLACES.indexOf(place)
  const [previous, next] = [PLACES[at - 1], PLACES[at + 1]]
  const box =
    'flex min-h-16 flex-col justify-center rounded-panel border border-line px-4 py-2 transition-colors hover:border-violet'
  return (
    <nav aria-label="Previous and next" className="mt-12 grid gap-3 sm:grid-cols-2">
      {previous !== undefined && (
        <Link href={previous.path} className={box}>
          <span className="flex items-center gap-1 text-12 text-muted">
            <ArrowLeft size={14} aria-hidden="true" />
            Previous
          </span>
          <span className="text-14 font-semibold">{previous.item.title}</span>
        </Link>
      )}
      {next !== undefined && (
        <Link href={next.path} className={`${box} items-end text-right sm:col-start-2`}>
          <span className="flex items-center gap-1 text-12 text-muted">
            Next
            <ArrowRight size={14} aria-hidden="true" />
          </span>
          <span className="text-14 font-semibold">{next.item.title}</span>
        </Link>
      )}
    </nav>
  )
}

function Outline({ place }: { readonly place: DocPlace }) {
  const { blocks } = use(loadPage(place.item.file))
  const headings = blocks.filter(
    (block): block is Extract<Block, { kind: 'heading' }> => block.kind === 'heading' && block.level === 2,
  )
  if (headings.length < 2) return null
  return (
    <nav aria-label="On this page" className="hidden xl:block">
      <div className="sticky top-24">
        <p className="text-12 font-semibold text-muted">On this page</p>
        <ul className="mt-2 border-l border-line">
          {headings.map(({ id, children }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px block border-l border-transparent py-1 pl-3 text-13 text-muted transition-colors hover:border-violet hover:text-text"
              >
                {plainText(children, (name) => name)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

export function ArticleSkeleton() {
  return (
    <SkeletonGroup label="Loading the page" className="max-w-3xl">
      <Skeleton className="h-9 w-2/3" />
      {Array.from({ length: 3 }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all alike
        <div key={at} className="mt-8">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-11/12" />
          <Skeleton className="mt-2 h-4 w-3/4" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
