/** The states of Settings → Models, of which the server is made to say that organizations have accounts. */
import type { BrowserContext, Page } from 'playwright'
import type { Data } from '#contract/index.ts'
import type { Shot } from './screens-shots.ts'

type Account = Data<'getModelAccount'>

const account = (name: string, more: Partial<Account>): Account => ({
  ...{ id: crypto.randomUUID(), provider: 'openai', name, base_url: null, key_last_four: '4711', models: [] },
  ...{ embeds: false, status: 'ok', error: null, used_by: 0, created_at: '2026-11-01T09:00:00.000Z', ...more },
})
const models = (...slugs: string[]) => slugs.map((slug) => ({ id: crypto.randomUUID(), slug, name: slug }))

const answering = account('OpenAI', { models: models('gpt-5.2', 'gpt-5-mini'), used_by: 2 })
const untried = account('Our own server in the cellar', {
  ...{ provider: 'openai_compatible', base_url: 'https://models.garden-house.example/v1', status: 'unchecked' },
  models: models('llama-4-maverick-17b-128e-instruct', 'qwen3-32b'),
})
const failing = account('Anthropic', {
  ...{ provider: 'anthropic', models: models('claude-haiku-4-5'), used_by: 1, status: 'failing' },
  error: {
    code: 'quota_exhausted',
    message: 'Anthropic says that the account’s limit or credit is used up. Raise it there, or wait.',
    since: new Date(Date.now() - 3_600_000).toISOString(),
  },
})

const withAccounts =
  (...accounts: Account[]) =>
  (context: BrowserContext) =>
    context.route('**/model-accounts', (route) => route.fulfill({ json: { data: accounts, meta: {} } }))

/** Has the trial of an account end in this way. */
const tried = (more: Partial<Data<'testModelAccount'>>) => (context: BrowserContext) => {
  const data = { ok: true, code: null, message: null, models: [], trial: null, ...more }
  return context.route('**/model-accounts/test', (route) => route.fulfill({ json: { data, meta: {} } }))
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const toKey = async (page: Page) => {
  await press(page, 'Add account')
  await press(page, 'Continue')
  await page.getByLabel('Key', { exact: true }).fill('sk-a-key-of-this-picture')
}
const lookUp = (words: string | RegExp) => async (page: Page) => {
  await toKey(page)
  await press(page, 'Look for models')
  await page.getByText(words).waitFor()
}

const path = () => '/settings/models'

export const modelShots: Shot[] = [
  { name: 'settings-models-none', path, prepare: withAccounts() },
  { name: 'settings-models-some', path, prepare: withAccounts(answering, untried) },
  { name: 'settings-models-failing', path, prepare: withAccounts(failing, answering) },
  { name: 'settings-models-provider-add', path, act: (page) => press(page, 'Add account') },
  { name: 'settings-models-key-add', path, act: toKey },
  {
    name: 'settings-models-refused-add',
    path,
    prepare: tried({
      ...{ ok: false, code: 'key_refused' },
      message: 'OpenAI refuses this key. Copy it again, or make a new one there.',
    }),
    act: lookUp(/refuses this key/),
  },
  {
    name: 'settings-models-found-add',
    path,
    prepare: tried({
      models: ['gpt-5.2', 'gpt-5-mini', ...Array.from({ length: 12 }, (_, at) => `gpt-4.${at}-2026-01-0${at % 9}`)],
      trial: { ms: 812, streams: true, calls_tools: true, counts_tokens: true },
    }),
    act: lookUp('14 models were found.'),
  },
  {
    name: 'settings-models-delete',
    path,
    prepare: withAccounts(answering),
    act: (page) => press(page, 'Delete OpenAI'),
  },
  {
    name: 'agents-new-model',
    path: () => '/agents?new=true',
    act: (page) => page.getByText('Answer with a larger model').click(),
  },
  {
    name: 'agent-settings-model',
    path: ({ agent }) => `/agents/${agent}/settings`,
    act: (page) => page.getByLabel('Model', { exact: true }).focus(),
  },
]
