import { mount } from 'svelte';

import App from './app/App.svelte';
import '$lib/theme.css';
import { startLanguage } from '$lib/i18n/i18n.svelte';
import { loadSession } from '$lib/session.svelte';
import { applyLook } from '$lib/settings.svelte';

applyLook();
await Promise.all([startLanguage(), loadSession()]);

const home = document.getElementById('app');
if (home) mount(App, { target: home });
