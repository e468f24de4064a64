import type { Data } from '#contract/index.ts'

/** An agent as the API answers it, of the model that comes with the server. */
export const sampleAgent: Data<'getAgent'> = {
  id: '0199c0de-0000-7000-8000-0000000000a1',
  name: 'Help desk',
  description: '',
  model: { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' },
  human_intervention: true,
  only_human: false,
  is_disabled: false,
  disabled_reason: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
