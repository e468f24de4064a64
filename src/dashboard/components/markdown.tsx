import { Suspense } from 'react'
import type { Proof } from '#contract/proofs.ts'
import { loadable } from '#dashboard/lib/late.tsx'

const ProvenMarkdown = loadable(() => import('./proven-markdown.tsx'), 'ProvenMarkdown')
const MarkdownView = loadable(() => import('./markdown-view.tsx'), 'MarkdownView')

interface MarkdownProps {
  text: string
  /** The sentences that were held to sources, each to be shown with what it rests on. */
  proofs?: readonly Proof[] | null | undefined
}

/** Renders untrusted Markdown safely; shows plain text until the renderer's code is loaded. */
export function Markdown({ text, proofs }: MarkdownProps) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{text}</p>}>
      {proofs && proofs.length > 0 ? <ProvenMarkdown text={text} proofs={proofs} /> : <MarkdownView text={text} />}
    </Suspense>
  )
}
