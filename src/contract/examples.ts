import type { PublicRouteName } from './routes.ts'

/** A body for each operation of the public API that takes one, but for `createSource`. The server takes them as they are. */
export const bodyExamples: Partial<Record<PublicRouteName, Record<string, unknown>>> = {
  createAgent: { name: 'Shop assistant', description: 'Answers questions about orders and returns.' },
  updateAgent: { human_intervention: true },
  startCrawl: { url: 'https://shop.example/' },
  updateConversation: { status: 'closed' },
  sendMessage: { content: 'How do I return a lamp?' },
  sendHumanMessage: { content: 'Hello, I have taken over from our assistant.' },
  submitActionResult: { action: 'leave-address', result: [{ email: 'ada@example.com' }] },
  createWebhookEndpoint: { url: 'https://shop.example/webhooks/baton', events: ['public_api_human_handoff'] },
}

/** Examples of bodies that create a source, by type. There is none for a file: it is sent as multipart/form-data. */
export const sourceBodyExamples = {
  text: { type: 'text', title: 'Returns', content: 'Anything can be returned within 30 days, unused and in its box.' },
  qa: { type: 'qa', questions: [{ question: 'When are you open?', answer: 'From nine to five, Monday to Friday.' }] },
  url: { type: 'url', urls: ['https://shop.example/delivery'] },
}
