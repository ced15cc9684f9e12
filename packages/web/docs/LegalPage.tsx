// Terms, privacy and cookies: one page of text each.

import { LEGAL } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { Suspense, use, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useSiteConfig } from '../shared/queries.ts'
import { Blocks } from './Blocks.tsx'
import { ArticleSkeleton } from './DocsPage.tsx'
import { factsOf } from './facts.ts'
import { loadPage } from './page-loader.ts'

export default function LegalPage() {
  const [path] = useLocation()
  const page = LEGAL.find((each) => each.path === path.toLowerCase().replace(/\/+$/, '')) ?? LEGAL[0]
  return (
    <div className="mx-auto max-w-3xl py-8">
      <title>{`${page.title} · Twinmint`}</title>
      <nav aria-label="Legal" className="flex flex-wrap gap-x-5">
        {LEGAL.map((each) => (
          <Link
            key={each.path}
            href={each.path}
            aria-current={each === page ? 'page' : undefined}
            className="inline-flex h-11 items-center text-14 text-muted underline-offset-4 hover:text-text aria-[current=page]:text-text aria-[current=page]:underline"
          >
            {each.title}
          </Link>
        ))}
      </nav>
      <Suspense key={page.path} fallback={<ArticleSkeleton />}>
        <Text file={page.file} title={page.title} />
      </Suspense>
    </div>
  )
}

function Text({ file, title }: { readonly file: string; readonly title: string }) {
  const { blocks } = use(loadPage(file))
  const { data: site } = useSiteConfig()
  const facts = useMemo(() => factsOf(site), [site])
  return (
    <article>
      <h1 className="mt-4 font-display text-28 font-semibold">{title}</h1>
      <Blocks blocks={blocks} facts={facts} />
    </article>
  )
}
