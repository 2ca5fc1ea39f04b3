import { mount } from 'svelte';

import App from './App.svelte';
import './lib/theme.css';
import { startLanguage } from './lib/i18n.svelte';
import { applyTheme } from './lib/settings.svelte';

applyTheme();
await startLanguage();

const home = document.getElementById('app');
if (home) mount(App, { target: home });
