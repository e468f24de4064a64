import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import process from 'node:process'
import { text as read } from 'node:stream/consumers'
import { BatonError, type Source } from '../index.ts'
import type { Command, Run } from './command.ts'
import { allOf, table } from './output.ts'

const lines = (sources: Source[]) =>
  table(sources.map(({ id, type, status, title }) => [id, type, status, title.replace(/\s+/g, ' ').slice(0, 60)]))

const showAll = ({ output }: Run, sources: Source[]) =>
  output.show({ json: sources, ids: sources.map(({ id }) => id), text: lines(sources) })

/**
 * Waits until each of some sources is learnt or has failed, and shows them as they are then.
 * @returns whether all are learnt
 */
async function learn(given: Run, sources: Source[]): Promise<boolean> {
  const { baton, output, agent } = given
  const ended: Source[] = []
  let failed = 0
  for (const { id, task_id, title } of sources) {
    output.tell(`Learning ${title.slice(0, 60)} …`)
    try {
      await baton.waitFor.training(agent(), task_id)
    } catch (error) {
      if (!(error instanceof BatonError) || error.code !== 'job_failed') throw error
      output.tell(`${title.slice(0, 60)}: ${error.message}`)
      failed += 1
    }
    ended.push(await baton.sources.get(agent(), id))
  }
  showAll(given, ended)
  return failed === 0
}

const isUrl = (text: string) => /^https?:\/\//.test(text)

const add: Command = {
  name: 'sources add',
  args: ['FILE|URL|-…'],
  summary: 'Teach an agent files, web pages, or the text of the standard input, and wait until it has learnt them',
  options: { title: { type: 'string', value: 'TITLE', summary: 'Of a file or of the text' } },
  async run(given) {
    const { baton, args, agent, values } = given
    const title = values.title ? { title: String(values.title) } : {}
    const made: Source[] = []
    const urls = args.filter(isUrl)
    if (urls.length > 0) made.push(...[await baton.sources.create(agent(), { type: 'url', urls })].flat())
    for (const name of args.filter((name) => !isUrl(name))) {
      const body =
        name === '-'
          ? { type: 'text' as const, content: await read(process.stdin), ...title }
          : { type: 'file' as const, file: new File([readFileSync(name)], basename(name)), ...title }
      made.push(...[await baton.sources.create(agent(), body)].flat())
    }
    return learn(given, made)
  },
}

const list: Command = {
  name: 'sources list',
  args: [],
  summary: 'List what an agent knows',
  run: async (given) => showAll(given, await allOf(given.baton.sources.all(given.agent()))),
}

const retrain: Command = {
  name: 'sources retrain',
  args: ['SOURCE…'],
  summary: 'Train on sources again, and wait until that is done',
  async run(given) {
    const { baton, args, agent } = given
    const begun: Source[] = []
    for (const id of args) {
      const source = await baton.sources.get(agent(), id)
      begun.push({ ...source, ...(await baton.sources.retrain(agent(), id)) })
    }
    return learn(given, begun)
  },
}

const rm: Command = {
  name: 'sources rm',
  args: ['SOURCE…'],
  summary: 'Delete sources and what the agent learnt from them',
  async run({ baton, output, args, agent }) {
    for (const id of args) {
      await baton.sources.delete(agent(), id)
      output.show({ json: { id, deleted: true }, ids: [id], text: `Deleted ${id}.` })
    }
  },
}

const crawl: Command = {
  name: 'crawl',
  args: ['URL'],
  summary: 'Find the pages of a website',
  options: {
    add: { type: 'boolean', summary: 'Teach them to the agent' },
    include: { type: 'string', value: 'GLOB', summary: 'Only pages whose path matches, such as "/docs/**"' },
  },
  async run(given) {
    const { baton, output, args, values, organization, agent } = given
    const owner = await organization()
    const { task_id } = await baton.crawls.start(owner, { url: args[0]! })
    let status = ''
    const onProgress = (task: { status: string }) => {
      if (task.status !== status) output.tell(`The crawl is ${task.status}.`)
      status = task.status
    }
    const { result } = await baton.waitFor.crawl(owner, task_id, { onProgress })
    const glob = values.include && String(values.include)
    const urls = result!.urls.filter((url) => !glob || patternOf(glob).test(new URL(url).pathname))
    if (!values.add) return output.show({ json: urls, ids: urls, text: urls.join('\n') })
    const made: Source[] = []
    for (let at = 0; at < urls.length; at += 100)
      made.push(...[await baton.sources.create(agent(), { type: 'url', urls: urls.slice(at, at + 100) })].flat())
    return learn(given, made)
  },
}

/** `*` stands for anything but a slash, `**` for anything. */
const patternOf = (glob: string) =>
  new RegExp(
    `^${glob.replace(/\*\*|\*|[^\w/]/g, (part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : `\\${part}`))}$`,
  )

export const sourceCommands: readonly Command[] = [add, list, retrain, rm, crawl]
