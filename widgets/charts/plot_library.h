#pragma once

/// QCustomPlot, for .cpp files only. Its header includes <QtPrintSupport/QtPrintSupport>, which is all of Qt and costs
/// five seconds per file. This header defines the guard of that one and includes only what QCustomPlot uses.
#define QT_QTPRINTSUPPORT_MODULE_H
#include <qcustomplot.h>
#include <QtPrintSupport/QPrinter>
