import { cpus, loadavg } from 'node:os'
import { agentsInUse } from './agents-in-use.ts'
import { crawl } from './crawl.ts'
import { endpoints } from './endpoints.ts'
import { fetchedMails } from './fetched-mails.ts'
import { firstVisit } from './first-visit.ts'
import { footprint } from './footprint.ts'
import { hangingReceiver } from './hanging-receiver.ts'
import { impact } from './impact.ts'
import { inbox } from './inbox.ts'
import { largeAgent } from './large-agent.ts'
import { largeMail } from './large-mail.ts'
import { lists } from './lists.ts'
import { mails } from './mails.ts'
import { metrics } from './metrics.ts'
import { overview } from './overview.ts'
import { proofs } from './proofs.ts'
import { replies } from './replies.ts'
import { retrieval } from './retrieval.ts'
import { search } from './search.ts'
import { streamedSends } from './streamed-sends.ts'
import { streams } from './streams.ts'
import { type Line, table } from './tools/benchmark.ts'
import { training } from './training.ts'
import { webhooks } from './webhooks.ts'

/**
 * This program runs benchmarks: `npm run bench` every one, `npm run bench -- lists retrieval` only the named ones, and
 * prints a Markdown table. Ratios compare two measurements of one run and so carry over to other machines; absolute
 * figures depend on the machine and its other work, so its load is printed too.
 */
const benchmarks = [
  endpoints,
  lists,
  inbox,
  overview,
  replies,
  training,
  retrieval,
  agentsInUse,
  search,
  largeAgent,
  proofs,
  impact,
  crawl,
  webhooks,
  mails,
  metrics,
  fetchedMails,
  largeMail,
  streams,
  streamedSends,
  hangingReceiver,
  firstVisit,
  footprint,
]

async function main(wanted: string[]): Promise<void> {
  const unknown = wanted.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Choose of ${benchmarks.map(({ name }) => name).join(', ')}.`)
  const lines: Line[] = []
  for (const benchmark of benchmarks) {
    if (wanted.length > 0 && !wanted.includes(benchmark.name)) continue
    const started = performance.now()
    lines.push(...(await benchmark.run()))
    console.error(`${benchmark.name}: ${((performance.now() - started) / 1000).toFixed(0)} s, load ${load()}`)
  }
  console.log(`${cpus().length} processors, Node ${process.version}, load ${load()}\n`)
  console.log(table(lines))
}

const load = () => loadavg()[0]!.toFixed(1)

await main(process.argv.slice(2))
