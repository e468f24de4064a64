/** The scopes of API keys with what each grants, in the order in which they are shown. */
export const scopes = {
  'agent:read': 'List and read agents; list AI models',
  'agent:create': 'Create agents',
  'agent:edit': 'Update agents (name, description, model, intervention settings)',
  'agent:delete': 'Delete agents',
  'source:read': 'List and read sources; read crawl results and training-job status',
  'source:create': 'Create sources; start crawls',
  'source:edit': 'Retrain sources',
  'source:delete': 'Delete sources',
  'conversation:read': 'List conversations and messages; list webhook endpoints',
  'conversation:create': 'Create conversations, send visitor messages, submit action results',
  'conversation:edit': 'Human reply, mode, close, webhook subscriptions (create, delete)',
  'conversation:delete': 'Delete a conversation',
} as const

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]
