import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hashOfLine } from '#dashboard/lib/line-hash.ts'
import { withoutScheme } from '#dashboard/lib/without-scheme.ts'
import { toConversation } from '../inbox-search.ts'
import type { ThreadMessages } from '../thread/messages.ts'
import type { ConversationIds } from '../thread/query.ts'
import { Section } from './section.tsx'

const FIRST = 3 // lines of each part that are shown at once

interface BriefProps {
  ids: ConversationIds
  brief: NonNullable<ThreadMessages['brief']>
  /** The page that the visitor writes from; null if it is not known. */
  page: string | null
}

/** What whoever is called has to know first: what was asked and answered, what the sources lack, and forms. */
export function Brief({ ids, brief: { asked, answered, lacking, forms }, page }: BriefProps) {
  const line = (position: string, text: string) => (
    <Link
      {...toConversation(ids.agentId, ids.conversationId)}
      {...hashOfLine(position)}
      className="-mx-1 line-clamp-2 rounded px-1 hover:bg-hover"
      dir="auto"
    >
      {text}
    </Link>
  )
  return (
    <Section title="In short">
      <div className="flex flex-col gap-3 border-line border-y py-2.5 text-sm">
        <Part title="Asked" lines={asked.map(({ position, content }) => line(position, content))} />
        <Part
          title="Answered by the AI"
          lines={answered.map(({ position, sources }) =>
            line(position, sources.length > 0 ? `From ${sources.join(' · ')}` : 'Without a source'),
          )}
        />
        <Part
          title="Not in the sources"
          lines={lacking.map((text) => (
            <span key={text} className="line-clamp-2" dir="auto">
              {text}
            </span>
          ))}
        />
        {forms.map(({ name, fields }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form may be filled in twice
          <Part key={at} title={`Filled in: ${name}`} lines={fields.map(({ label, value }) => `${label}: ${value}`)} />
        ))}
        {page !== null && (
          <Part
            title="On the page"
            lines={[
              <span key="page" className="block truncate" title={page}>
                {withoutScheme(page)}
              </span>,
            ]}
          />
        )}
      </div>
    </Section>
  )
}

/** A part of the brief, of which a long one can be unfolded; nothing if it has no lines. */
function Part({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null
  const items = lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and all are replaced together
    <li key={at} className="break-words">
      {line}
    </li>
  ))
  const more = items.slice(FIRST)
  return (
    <div>
      <h3 className="text-muted text-xs">{title}</h3>
      <ul className="flex flex-col gap-0.5">{items.slice(0, FIRST)}</ul>
      {more.length > 0 && (
        <details>
          <summary className="cursor-pointer rounded text-muted text-xs hover:text-ink">{more.length} more</summary>
          <ul className="flex flex-col gap-0.5">{more}</ul>
        </details>
      )}
    </div>
  )
}
