import DefaultTheme from "vitepress/theme";
import HomeEnd from "./HomeEnd.vue";
import HomeOpening from "./HomeOpening.vue";
import "./colours.css";
import "./pages.css";
import "./home.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("HomeOpening", HomeOpening);
    app.component("HomeEnd", HomeEnd);
  },
};
