import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { cn } from '#dashboard/lib/cn.ts'

type Trace = Data<'getAnswerTrace'>
type Sentence = NonNullable<Trace['sentences']>[number]

const tones: Record<Sentence['verdict'], string> = {
  supported: 'decoration-success',
  exempt: 'decoration-transparent',
  unsupported: 'bg-warning-soft decoration-warning',
  dropped: 'text-muted line-through',
}
const verdicts: Record<Sentence['verdict'], string> = {
  supported: 'Supported',
  exempt: 'States nothing that needs a source',
  unsupported: 'Not supported by the sources',
  dropped: 'Left out: the sources do not support it',
}

/** The sentences of a reply; the one that is pointed at, tapped or focused shows what it rests on. */
export function SentenceProofs({
  sentences,
  citations,
}: {
  sentences: readonly Sentence[]
  citations: Trace['citations']
}) {
  const [shown, setShown] = useState(0)
  const sentence = sentences[shown]
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="text-muted text-xs">Sentence by sentence</h3>
      <p className="leading-relaxed">
        {sentences.map(({ text, verdict }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <span key={at}>
            <button
              type="button"
              aria-pressed={at === shown}
              onClick={() => setShown(at)}
              onFocus={() => setShown(at)}
              onPointerEnter={() => setShown(at)}
              className={cn(
                'inline rounded-sm text-left underline decoration-2 underline-offset-4',
                tones[verdict],
                at === shown && 'bg-hover',
              )}
            >
              {text}
            </button>{' '}
          </span>
        ))}
      </p>
      {sentence && (
        <div aria-live="polite" className="flex flex-col gap-1">
          <p className="font-medium">{verdicts[sentence.verdict]}</p>
          {sentence.missing.length > 0 && (
            <p className="break-words text-ink-soft">In no source it names: {sentence.missing.join(', ')}</p>
          )}
          {sentence.passages.map((index) => (
            <p key={index} className="border-line-strong border-l-2 pl-2.5 text-ink-soft">
              <span className="block font-medium text-ink">{citations[index]?.title}</span>
              {citations[index]?.quote}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
