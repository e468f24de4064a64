/**
 * Re-exports the settings cards with form validation. The page shows them together, so the build puts them into one
 * file.
 */
export { OrganizationCard } from './organization-card.tsx'
export { PasswordCard } from './password-card.tsx'
