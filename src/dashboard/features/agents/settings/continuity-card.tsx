import { Link } from '@tanstack/react-router'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Select } from '#dashboard/ui/select.tsx'

type Settings = Data<'getAgentSettings'>

/** From which mailbox visitors who have left a website's chat get what people answer there. */
export function ContinuityCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const mailboxes = api.listMailboxes.useQuery()
  const { change, error } = useAgentSettingsChange(agentId)
  const chosen = settings.continuity_mailbox_id
  return (
    <Card
      title="When a visitor leaves"
      description="In the chat on websites, while people have the conversation. Visitors who left their address and are gone for a minute get by mail what people answer; what they answer to the mail comes to the same conversation."
    >
      {mailboxes.data?.length === 0 ? (
        <p className="text-muted text-sm">
          This needs a mailbox.{' '}
          <Link to="/settings/mailboxes" className="underline underline-offset-2 hover:text-ink">
            Add one in the settings
          </Link>
          .
        </p>
      ) : (
        <FormField
          label="Mail answers from"
          hint="At most one mail in ten minutes, and five without an answer. The AI’s words are never mailed."
        >
          <Select
            className="max-w-md"
            disabled={!mailboxes.data}
            value={chosen ?? ''}
            onChange={({ target }) => change({ continuity_mailbox_id: target.value === '' ? null : target.value })}
          >
            <option value="">No mailbox: answers wait in the chat</option>
            {mailboxes.data?.map(({ id, name, address }) => (
              <option key={id} value={id}>
                {name} · {address}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {error && <ErrorNotice error={error} act="The setting was not changed" className="mt-3" />}
    </Card>
  )
}
