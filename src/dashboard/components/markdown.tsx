import { Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'

const MarkdownView = loadable(() => import('./markdown-view.tsx'), 'MarkdownView')

/** Renders untrusted Markdown safely; shows plain text until the renderer's code is loaded. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{text}</p>}>
      <MarkdownView text={text} />
    </Suspense>
  )
}
