import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Proof } from '#contract/proofs.ts'
import { proseClass } from '#dashboard/components/markdown-view.tsx'
import { renderMarkdown } from '#dashboard/components/render-markdown.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { markSentences } from './mark-sentences.ts'

const LEAVING_MS = 200 // in which the pointer can reach the bubble
const EDGE = 8 // pixels kept free at the window's edge

const sentences =
  '[&_span[data-proof]:hover]:bg-ink/8 [&_span[data-verdict=unsupported]]:bg-warning-soft [&_span[data-verdict=unsupported]]:underline [&_span[data-verdict=unsupported]]:decoration-warning [&_span[data-verdict=unsupported]]:decoration-wavy'
const buttons =
  '[&_button]:relative [&_button]:ms-0.5 [&_button]:rounded-sm [&_button]:px-0.5 [&_button]:align-super [&_button]:font-medium [&_button]:text-[0.7em] [&_button]:text-ink-soft [&_button]:leading-none [&_button:hover]:text-ink [&_button]:after:absolute [&_button]:after:-inset-x-1 [&_button]:after:-inset-y-2 [&_button]:after:content-[""]'

interface Shown {
  proof: Proof
  anchor: Element
}

/**
 * Renders the Markdown of a reply whose sentences were held to its sources. The sentence that is pointed at or tapped, or
 * whose button has the focus, shows what it rests on.
 */
export function ProvenMarkdown({ text, proofs }: { text: string; proofs: readonly Proof[] }) {
  const id = useId()
  const idOf = (at: number) => `${id}-${at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `idOf` depends on the id alone, which never changes
  const html = useMemo(() => markSentences(renderMarkdown(text), proofs, idOf), [text, proofs])
  const [shown, setShown] = useState<Shown>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(timer.current)
  const leave = () => {
    stay()
    timer.current = setTimeout(() => setShown(undefined), LEAVING_MS)
  }
  const show = ({ target }: { target: EventTarget }) => {
    const anchor = (target as Element).closest<HTMLElement>('[data-proof]')
    const proof = proofs[Number(anchor?.dataset.proof ?? -1)]
    if (!anchor || !proof) return leave()
    stay()
    // Beside its raised button the bubble would lie over the line itself.
    setShown({ anchor: anchor.matches('button') ? (anchor.previousElementSibling ?? anchor) : anchor, proof })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(undefined)
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const onPointerDown = ({ target }: PointerEvent) =>
      (target as Element).closest('[data-proof], [data-proof-shown]') ?? hide()
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('scroll', hide, true)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('scroll', hide, true)
    }
  }, [shown])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of the sentences and their buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button behind a sentence does for the keyboard what a tap does */}
      <div
        className={cn(proseClass, sentences, buttons)}
        onPointerOver={(event) => event.pointerType === 'mouse' && show(event)}
        onPointerLeave={leave}
        onFocus={show}
        onBlur={leave}
        onClick={show}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown returns sanitized HTML
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div hidden>
        {proofs.map((proof, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={at} id={idOf(at)}>
            <Evidence proof={proof} />
          </div>
        ))}
      </div>
      {shown && <Bubble {...shown} onStay={stay} onLeave={leave} />}
    </>
  )
}

/** What a sentence rests on, in words. */
function Evidence({ proof: { verdict, sources } }: { proof: Proof }) {
  if (verdict === 'unsupported') return <p>The sources do not support this sentence.</p>
  if (sources.length === 0) return <p>This sentence rests on the agent’s instructions.</p>
  return sources.map(({ number, title, quote }) => (
    <div key={number}>
      <p className="font-medium">
        {number}. {title}
      </p>
      <blockquote className="line-clamp-6 whitespace-pre-line border-line-strong border-s-2 ps-2.5 text-ink-soft">
        {quote}
      </blockquote>
    </div>
  ))
}

/** The evidence beside its sentence. Its words are those by which the sentence's button is described. */
function Bubble({ proof, anchor, onStay, onLeave }: Shown & { onStay: () => void; onLeave: () => void }) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (bubble.current) place(bubble.current, anchor)
  })
  return createPortal(
    <div
      ref={bubble}
      aria-hidden
      data-proof-shown
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-60 flex max-h-72 w-80 max-w-[calc(100vw-16px)] flex-col gap-2 overflow-hidden rounded-lg border border-line bg-raised p-3 text-ink text-sm shadow-float"
    >
      <Evidence proof={proof} />
    </div>,
    document.body,
  )
}

/** Puts the bubble below the first line of its sentence, or above where there is no room. */
function place(bubble: HTMLElement, anchor: Element): void {
  const lines = anchor.getClientRects()
  const [first, last] = [
    lines[0] ?? anchor.getBoundingClientRect(),
    lines[lines.length - 1] ?? anchor.getBoundingClientRect(),
  ]
  const { width, height } = bubble.getBoundingClientRect()
  const above = first.top - height - EDGE / 2
  const below = last.bottom + EDGE / 2
  const y = below + height > window.innerHeight - EDGE && above >= EDGE ? above : below
  const x = Math.max(EDGE, Math.min(last.left, window.innerWidth - width - EDGE))
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}
