/** Re-exports the cards with form validation. The page shows them together, so the build puts them into one file. */
export { AppearanceCard } from './appearance-card.tsx'
export { LimitCard } from './limit-card.tsx'
export { OriginsCard } from './origins-card.tsx'
