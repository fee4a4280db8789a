"""The model beside a capture: what is estimated from it, the run, and how far the two are apart."""
