import { execFileSync } from 'node:child_process'

interface Component {
  'bom-ref': string
  name: string
  version: string
}
interface Bill {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  metadata: { component: Component }
}

/** The bill of materials that npm writes for a folder, in the format CycloneDX. */
const billOf = (folder: string, ...options: string[]) =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', ...options], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Bill

/**
 * Writes the bill of materials of a package: npm's bill of the project, without what only builds it, and of the parts.
 * @param isShipped whether a version of a package is part of what is shipped
 */
export function billOfMaterials(
  root: string,
  parts: string,
  isShipped: (name: string, version: string) => boolean,
): string {
  const project = billOf(root)
  const installed = billOf(parts, '--package-lock-only')
  const all = [...project.components, ...installed.components]
  const components = [...new Map(all.map((part) => [part['bom-ref'], part])).values()].filter(({ name, version }) =>
    isShipped(name, version),
  )
  const refs = new Set([project.metadata.component['bom-ref'], ...components.map((part) => part['bom-ref'])])
  const dependencies = [
    ...new Map([...installed.dependencies, ...project.dependencies].map((one) => [one.ref, one])).values(),
  ]
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
  return `${JSON.stringify({ ...project, components, dependencies }, null, 1)}\n`
}
