import { useMemo } from 'react'
import { renderMarkdown } from './render-markdown.ts'

export const proseClass =
  'flex flex-col gap-2 break-words [&_:is(p,li,h1,h2,h3,h4,th,td)]:[unicode-bidi:plaintext] [&_a]:underline [&_a]:underline-offset-2 [&_blockquote]:border-line-strong [&_blockquote]:border-s-2 [&_blockquote]:ps-3 [&_code]:rounded-sm [&_code]:bg-ink/8 [&_code]:px-1 [&_code]:font-mono [&_code]:text-[0.92em] [&_h1]:font-semibold [&_h2]:font-semibold [&_h3]:font-semibold [&_h4]:font-semibold [&_img]:max-w-full [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:ps-5 [&_pre]:overflow-x-auto [&_pre]:rounded [&_pre]:bg-ink/8 [&_pre]:p-2 [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-start [&_ul]:list-disc [&_ul]:ps-5'

/** Renders Markdown as HTML. `Markdown` loads this component, with the parser, in a chunk of its own. */
export function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown returns sanitized HTML
  return <div className={proseClass} dangerouslySetInnerHTML={{ __html: html }} />
}
