const id = (last: string) => `01993f5e-7c1a-7d2b-9e4f-${last.padStart(12, '0')}`
const CREATED = '2026-03-02T09:15:00.000Z'
const UPDATED = '2026-03-02T09:16:30.250Z'

const conversation = {
  id: id('c1'),
  session_id: id('5e1'),
  origin: 'public_api',
  status: 'open',
  response_mode: 'ai',
  chat_user: { id: 'customer-4711', name: null, email: null, identity_verified: false },
  created_at: CREATED,
  updated_at: UPDATED,
}

const message = {
  id: id('e1'),
  content: 'You can return anything within 30 days, unused and in its box.',
  role: 'assistant',
  action_required: false,
  action: null,
  created_at: UPDATED,
}

/** An example of each resource, by the name of its schema. */
export const schemaExamples = {
  AiModel: { id: id('a1'), name: 'Built-in', slug: 'built-in', is_premium: false },
  Agent: {
    id: id('a9'),
    name: 'Shop assistant',
    description: 'Answers questions about orders and returns.',
    model: { id: id('a1'), name: 'Built-in', slug: 'built-in' },
    human_intervention: true,
    only_human: false,
    is_disabled: false,
    disabled_reason: null,
    created_at: CREATED,
    updated_at: UPDATED,
  },
  Source: {
    id: id('50'),
    type: 'text',
    title: 'Returns',
    status: 'completed',
    is_draft: false,
    task_id: id('7a'),
    created_at: CREATED,
    updated_at: UPDATED,
  },
  TrainingJob: {
    id: id('7a'),
    status: 'processing',
    source_id: id('50'),
    agent_id: id('a9'),
    progress: 60,
    error: null,
  },
  CrawlTask: {
    task_id: id('7b'),
    status: 'completed',
    result: {
      urls: ['https://shop.example/returns', 'https://shop.example/delivery'],
      skipped_urls: ['https://shop.example/cart'],
      stats: { total_urls: 2 },
    },
  },
  Conversation: conversation,
  Message: message,
  WebhookEndpoint: {
    id: id('be'),
    events: ['public_api_message_created', 'public_api_human_handoff'],
    is_active: true,
    created_at: CREATED,
  },
  Webhook: {
    type: 'public_api_message_created',
    timestamp: UPDATED,
    data: { agent_id: id('a9'), conversation, message, sequence: 2 },
  },
}
