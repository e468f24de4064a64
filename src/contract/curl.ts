import { bodyExamples, sourceBodyExamples } from './examples.ts'
import { publicRoutes } from './public-routes.ts'
import type { PublicRouteName } from './routes.ts'

/**
 * Command lines that call an operation of the public API, one for each kind of body that it takes.
 * @param baseUrl ends in `/v1`
 * @param known values of path parameters; the others become shell variables, such as `$AGENT`
 */
export function curlExamples(name: PublicRouteName, baseUrl: string, known: Record<string, string> = {}): string[] {
  const { method, path } = publicRoutes[name]
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => known[key] ?? variable(key))
  const start = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${baseUrl}${address}"`,
    '-H "Authorization: Bearer $BATON_API_KEY"',
  ]
  const bodies = name === 'createSource' ? Object.values(sourceBodyExamples) : [bodyExamples[name] ?? []].flat()
  const commands = bodies.map((body) => [
    ...start,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ])
  if (name === 'createSource') commands.push([...start, '-F type=file', '-F file=@handbook.pdf'])
  return (commands.length > 0 ? commands : [start]).map((parts) => parts.join(' \\\n  '))
}

/** Shell variable for a path parameter: `agent` → `$AGENT`, `taskId` → `$TASK_ID`. */
const variable = (key: string) => `$${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
