public import ArgumentParser
public import Linecaster

extension Theme: ExpressibleByArgument {}
