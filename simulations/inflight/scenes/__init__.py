"""It plays a scene: what several figures run, and the sliders and words that go with it."""
