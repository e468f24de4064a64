import { auditedRoutesOf } from './audited-route-of.ts'
import type { Route } from './route.ts'

const { create, get, patch, post, remove, start } = auditedRoutesOf('public')

export const publicRoutes = {
  listAiModels: get('/ai-models', 'anybody', { scope: 'agent:read', rate: 'read' }),

  listAgents: get('/organizations/{organization}/agents', 'responder', { scope: 'agent:read', rate: 'read' }),
  createAgent: create('/organizations/{organization}/agents', 'admin', 'none', {
    scope: 'agent:create',
    rate: 'write',
  }),
  getAgent: get('/agents/{agent}', 'responder', { scope: 'agent:read', rate: 'read' }),
  updateAgent: patch('/agents/{agent}', 'admin', 'agent.settings_changed', { scope: 'agent:edit', rate: 'write' }),
  deleteAgent: remove('/agents/{agent}', 'admin', 'agent.deleted', { scope: 'agent:delete', rate: 'write' }),

  listSources: get('/agents/{agent}/sources', 'responder', { scope: 'source:read', rate: 'read' }),
  createSource: create('/agents/{agent}/sources', 'admin', 'none', { scope: 'source:create', rate: 'training' }),
  getSource: get('/agents/{agent}/sources/{source}', 'responder', { scope: 'source:read', rate: 'read' }),
  deleteSource: remove('/agents/{agent}/sources/{source}', 'admin', 'source.deleted', {
    scope: 'source:delete',
    rate: 'write',
  }),
  retrainSource: start('/agents/{agent}/sources/{source}/retrain', 'admin', 'none', {
    scope: 'source:edit',
    rate: 'training',
  }),
  getTrainingJob: get('/agents/{agent}/training-jobs/{taskId}', 'responder', { scope: 'source:read', rate: 'polling' }),

  startCrawl: start('/organizations/{organization}/crawls', 'admin', 'none', {
    scope: 'source:create',
    rate: 'training',
  }),
  getCrawl: get('/organizations/{organization}/crawls/{taskId}', 'responder', {
    scope: 'source:read',
    rate: 'polling',
  }),

  listConversations: get('/agents/{agent}/conversations', 'responder', { scope: 'conversation:read', rate: 'read' }),
  createConversation: create('/agents/{agent}/conversations', 'responder', 'none', {
    scope: 'conversation:create',
    rate: 'write',
  }),
  getConversation: get('/agents/{agent}/conversations/{conversation}', 'responder', {
    scope: 'conversation:read',
    rate: 'read',
  }),
  updateConversation: patch('/agents/{agent}/conversations/{conversation}', 'responder', 'none', {
    scope: 'conversation:edit',
    rate: 'write',
  }),
  deleteConversation: remove('/agents/{agent}/conversations/{conversation}', 'admin', 'conversation.deleted', {
    scope: 'conversation:delete',
    rate: 'write',
  }),
  listMessages: get('/agents/{agent}/conversations/{conversation}/messages', 'responder', {
    scope: 'conversation:read',
    rate: 'polling',
  }),
  sendMessage: create('/agents/{agent}/conversations/{conversation}/messages', 'responder', 'none', {
    scope: 'conversation:create',
    rate: 'write',
    followed: true,
  }),
  sendHumanMessage: create('/agents/{agent}/conversations/{conversation}/human-messages', 'responder', 'none', {
    scope: 'conversation:edit',
    rate: 'write',
  }),
  submitActionResult: post(
    '/agents/{agent}/conversations/{conversation}/messages/{message}/action-result',
    'responder',
    'none',
    { scope: 'conversation:create', rate: 'write', followed: true },
  ),

  listWebhookEndpoints: get('/agents/{agent}/webhook-endpoints', 'admin', { scope: 'conversation:read', rate: 'read' }),
  createWebhookEndpoint: create('/agents/{agent}/webhook-endpoints', 'admin', 'webhook_endpoint.created', {
    scope: 'conversation:edit',
    rate: 'write',
  }),
  deleteWebhookEndpoint: remove('/agents/{agent}/webhook-endpoints/{endpoint}', 'admin', 'webhook_endpoint.deleted', {
    scope: 'conversation:edit',
    rate: 'write',
  }),
} as const satisfies Record<string, Route>
