/** The cards that check what is filled in: one file of the build, as the page shows them together. */
export { OrganizationCard } from './organization-card.tsx'
export { PasswordCard } from './password-card.tsx'
