export { type Facts, gatherFacts } from './facts.ts'
export { alertsYaml } from './rules.ts'
