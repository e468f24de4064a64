import { api } from '#dashboard/api/api.ts'
import { type ConversationIds, paramsOf } from '../thread/query.ts'
import { Section } from './section.tsx'

/** The addresses whose mails go on in a conversation. */
export function Participants({ ids }: { ids: ConversationIds }) {
  const { data } = api.listParticipants.useQuery({ params: paramsOf(ids) })
  if (!data || data.participants.length === 0) return null
  return (
    <Section title="Takes part by mail">
      <ul className="divide-y divide-line border-line border-y text-sm">
        {data.participants.map((address) => (
          <li key={address} title={address} className="truncate py-1.5">
            {address}
          </li>
        ))}
      </ul>
    </Section>
  )
}
