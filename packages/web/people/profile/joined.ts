// Since when somebody is here, as a date.

import { formatDate } from '../../ui/format.ts'

export const joinedText = (iso: string): string => formatDate(Date.parse(iso))
