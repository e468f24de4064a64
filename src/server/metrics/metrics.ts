import type { OpenMetricsContentType } from 'prom-client'
import type { Dependencies } from '../context.ts'
import { createGauges } from './gauges.ts'
import { createMeters } from './meters.ts'

export interface Metrics {
  /** All metrics of this process as OpenMetrics text. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** Counts what this process does from now on. The library is loaded here, as it takes memory that most need not spend. */
export async function createMetrics(deps: Dependencies): Promise<Metrics> {
  const { collectDefaultMetrics, Registry } = (await import('prom-client')).default
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  const endMeters = await createMeters(registry)
  const lookAtState = await createGauges(registry, deps)
  return {
    async text() {
      await lookAtState()
      return registry.metrics()
    },
    contentType: registry.contentType,
    close() {
      endMeters()
      registry.clear()
    },
  }
}
