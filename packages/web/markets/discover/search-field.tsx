// How the search's field looks, before and after what it searches with is loaded.
import { Search } from 'lucide-react'

/** The field before and after what finds is there. */
export const SEARCH_FIELD = {
  type: 'text',
  inputMode: 'search',
  enterKeyHint: 'go',
  role: 'combobox',
  'aria-label': 'Search coins and people',
  'aria-autocomplete': 'list',
  placeholder: 'Search tokens...',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 100,
  icon: <Search size={16} />,
  suffix: (
    <kbd
      aria-hidden="true"
      translate="no"
      className="figures pointer-events-none rounded-small border border-line px-1.5 text-12 text-faint"
    >
      /
    </kbd>
  ),
} as const
