// Runs in each runtime that the client is for, so it uses nothing but the client and what all of them have.
import { BatonError, createBaton, verifyWebhook, WebhookVerificationError } from 'baton-client'

/**
 * Calls every operation of the public API once at least, and checks what is answered.
 * @param {{ url: string, key: string, form: string, page: string }} given `form`: an agent that asks for a form; `page`:
 * the address of a website's page that holds one link
 * @returns {Promise<string[]>} the operations that were called
 */
export async function walk({ url, key, form, page }) {
  const called = new Set()
  const baton = watched(createBaton({ baseUrl: `${url}/v1/`, apiKey: key }), called)
  const organization = await baton.organization()
  const models = await baton.aiModels.list()
  equal(models[0].slug, 'baton-built-in')

  const made = await baton.agents.create(organization, { name: 'Guide', id: models[0].id })
  const agent = made.id
  equal((await baton.agents.update(agent, { human_intervention: true })).human_intervention, true)
  equal((await baton.agents.get(agent)).name, 'Guide')
  equal((await baton.agents.list(organization, { status: 'active' })).meta.total, 2)
  const names = []
  for await (const { id } of baton.agents.all(organization, { per_page: 1 })) names.push(id)
  equal(names.includes(agent) && names.includes(form), true)

  const source = await baton.sources.create(agent, { type: 'text', content: 'We open at nine and close at six.' })
  equal((await baton.waitFor.training(agent, source.task_id)).progress, 100)
  const file = new File(['# Parking\n\nThe garage is under the market hall.'], 'parking.md')
  const parking = await baton.sources.create(agent, { type: 'file', file })
  await baton.waitFor.training(agent, parking.task_id)
  equal((await baton.sources.get(agent, parking.id)).type, 'file')
  equal((await baton.sources.list(agent, { type: 'text' })).data.length, 1)
  const { task_id } = await baton.sources.retrain(agent, source.id)
  await baton.waitFor.training(agent, task_id)
  const crawl = await baton.crawls.start(organization, { url: page })
  equal((await baton.waitFor.crawl(organization, crawl.task_id)).result.stats.total_urls, 2)

  const endpoint = await baton.webhookEndpoints.create(agent, { url: 'https://127.0.0.1:31999/' })
  equal((await baton.webhookEndpoints.list(agent)).data[0].id, endpoint.id)
  await refuses(verifyWebhook('{}', {}, endpoint.secret), WebhookVerificationError, 'headers')
  await baton.webhookEndpoints.delete(agent, endpoint.id)

  const heard = []
  const asked = await baton.ask(agent, 'When do you open?', { onEvent: ({ type }) => heard.push(type) })
  equal([asked.outcome, asked.content.includes('nine'), asked.citations[0].source_id], ['answered', true, source.id])
  equal([heard[0], heard.at(-1)], ['message', 'done'])
  const { conversation } = asked
  equal((await baton.conversations.get(agent, conversation)).status, 'open')
  equal((await baton.conversations.list(agent, { status: 'open' })).data[0].id, conversation)
  equal((await baton.humanMessages.send(agent, conversation, { content: 'I am here.' })).role, 'human')
  equal((await baton.messages.send(agent, conversation, { content: 'Thanks.' })).role, 'visitor')
  const roles = []
  for await (const { role } of baton.messages.all(agent, conversation, { per_page: 2 })) roles.push(role)
  equal(roles.slice(-4), ['visitor', 'assistant', 'human', 'visitor'])
  equal((await baton.messages.list(agent, conversation)).meta.total, roles.length)
  const ended = await baton.conversations.update(agent, conversation, { status: 'closed' })
  equal(ended.status, 'closed')
  await baton.conversations.delete(agent, conversation)
  await refuses(baton.conversations.get(agent, conversation), BatonError, 'resource_not_found')

  const offered = await baton.ask(form, 'I would like to book a table, please.')
  equal(offered.outcome, 'action_required')
  const { id, action } = offered.message
  const filled = { action: action.slug, result: [{ email: 'ana@example.com' }] }
  equal((await baton.actionResults.submit(form, offered.conversation, id, filled))[0], { email: 'ana@example.com' })

  await baton.sources.delete(agent, parking.id)
  await baton.agents.delete(agent)
  await refuses(baton.agents.get(agent), BatonError, 'resource_not_found')
  return [...called]
}

function watched(baton, called) {
  const entries = Object.entries(baton).map(([resource, methods]) => {
    if (typeof methods !== 'object' || resource === 'waitFor') return [resource, methods]
    const noted = Object.entries(methods).map(([verb, method]) => [
      verb,
      (...args) => {
        called.add(`${resource}.${verb}`)
        return method(...args)
      },
    ])
    return [resource, Object.fromEntries(noted)]
  })
  return Object.fromEntries(entries)
}

function equal(got, wanted) {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`)
}

async function refuses(promise, Kind, reason) {
  const error = await promise.then(
    () => undefined,
    (error) => error,
  )
  equal([error instanceof Kind, error?.code ?? error?.reason], [true, reason])
}
