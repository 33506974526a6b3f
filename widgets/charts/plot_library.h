#pragma once

/// QCustomPlot, for .cpp files only. Its header asks for <QtPrintSupport/QtPrintSupport>, which is all of Qt and costs
/// a file five seconds; what it uses of that is named here, and the guard of the umbrella keeps the rest out.
#define QT_QTPRINTSUPPORT_MODULE_H
#include <qcustomplot.h>
#include <QtPrintSupport/QPrinter>
