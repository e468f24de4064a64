import { api } from '#dashboard/api/api.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' }
const agent = { id: AGENT, name: 'Help desk', description: '', model, is_disabled: false, disabled_reason: null }
const settings = {
  is_disabled: false,
  disabled_reason: null,
  instructions: '',
  greeting: 'Hello',
  identity_mode: 'off',
  threshold: 'balanced',
  verification: 'strict',
  hand_over: 'offer',
  close_quiet_hours: 24,
  continuity_mailbox_id: null,
  checks_after_training: true,
}

const mailboxes = [{ id: '0199c0de-0000-7000-8000-0000000000b1', name: 'Crew', address: 'crew@boats.example' }]

const noImpact = {
  ...{ id: AGENT, status: 'done', answers_90_days: 0, conversations_90_days: 0, last_cited_at: null },
  ...{ total: 0, asked: 0, becomes: [], checks: [] },
}

/**
 * `changes` collects the requests that change settings; `serve` simulates a change by somebody else.
 * @param options.isRefused whether the server refuses changes of settings
 */
export async function openSettings(screen = 'settings', { isRefused = false } = {}) {
  const changes: unknown[] = []
  let served = { ...agent, human_intervention: false, only_human: false }
  const { client } = await renderRoute(`/agents/${AGENT}/${screen}`, {
    'GET /api/v1/agents/*/webhook-endpoints': () => page([]),
    'GET /api/v1/agents/*/webhook-deliveries': () => page([]),
    'GET /api/v1/organizations/*/mailboxes': () => ok(mailboxes),
    'GET /api/v1/organizations/*/ai-models': () =>
      ok([
        {
          ...model,
          is_premium: false,
          is_configured: true,
          group: 'built_in',
          account: null,
          credits: 1,
          context_length: null,
          calls_tools: true,
        },
      ]),
    'GET /v1/agents/*': () => ok(served),
    'GET /api/v1/agents/*/settings': () => ok(settings),
    'GET /api/v1/agents/*/actions': () => ok([]),
    'POST /api/v1/agents/*/impact': () => ok({ id: AGENT }),
    'GET /api/v1/agents/*/impact/*': () => ok(noImpact),
    'PATCH /api/v1/agents/*/settings': ({ json }) => {
      changes.push(json())
      if (isRefused) return refuse(403, 'forbidden')
      return ok({ ...settings, ...json() })
    },
  })
  const serve = async (changed: Partial<typeof agent>) => {
    served = { ...served, ...changed }
    await client.refetchQueries({ queryKey: api.getAgent.key({ params: { agent: AGENT } }) })
  }
  return { changes, serve }
}
