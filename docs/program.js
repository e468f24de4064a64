// A program that makes an agent, teaches it, asks it, is handed over, answers as a person and verifies the webhook.
import { createServer } from 'node:http'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { createBaton, verifyWebhook } from 'baton-client'

const { BATON_URL: baseUrl, BATON_API_KEY: apiKey, HOOK_PORT: port = 3001 } = process.env
const baton = createBaton({ baseUrl, apiKey })
const { id: agent } = await baton.agents.create(await baton.organization(), { name: 'Guide' })
await baton.agents.update(agent, { human_intervention: true })
const source = await baton.sources.create(agent, { type: 'text', content: 'We open at nine and close at six.' })
await baton.waitFor.training(agent, source.task_id)
const endpoint = { url: `http://127.0.0.1:${port}/hook`, events: ['public_api_human_handoff'] }
const { secret } = await baton.webhookEndpoints.create(agent, endpoint)
const told = new Promise((done, fail) => {
  const take = async (request) => verifyWebhook(await text(request), request.headers, secret)
  createServer((request, response) =>
    take(request)
      .then(done, fail)
      .then(() => response.end()),
  ).listen(port)
})
const { content, conversation } = await baton.ask(agent, 'When do you open?')
const { outcome } = await baton.ask(agent, 'I want to talk to a person, please.', { conversation })
await baton.humanMessages.send(agent, conversation, { content: 'Hello, I am here.' })
console.log(JSON.stringify({ content, outcome, reason: (await told).data.reason }))
process.exit()
