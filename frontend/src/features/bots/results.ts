// How the result of a check, or of one aspect of it, is shown.

import { t } from '$lib/i18n/i18n.svelte';

import type { CheckResult, Finding } from './types';

export const signs: Record<Finding['result'], string> = { passed: '✓', failed: '✗', 'not judged': '?', remark: '·' };

// Classes of theme.css.
export const colours: Record<Finding['result'], string> = {
  passed: 'good',
  failed: 'bad',
  'not judged': 'warn',
  remark: 'soft',
};

const texts: Record<CheckResult, string> = {
  passed: 'bots.passed',
  failed: 'bots.failed',
  'not judged': 'bots.not_judged',
};

export const resultText = (result: CheckResult): string => t(texts[result]);
