#pragma once

#include <QObject>

#include "widgets/figure/figure.h"

class QWidget;

namespace bubblescope {

class Comparison;
struct Settings;

/// Pictures to keep of what is compared now, in the look of the window.
class PictureCommands : public QObject {
    Q_OBJECT

public:
    PictureCommands(Comparison& comparison, Settings& settings, QWidget* window);

    /// Opens the dialog that saves the picture as PNG, SVG or PDF, `name` being the file it proposes.
    void exportPicture(const QString& name);
    /// Puts the picture on the clipboard, sharp on any screen.
    void copyImage();
    /// The picture in the look of the window.
    FigureOptions options() const;

signals:
    void failed(const QString& line);
    void copied(const QString& line);

private:
    bool hasPicture();

    Comparison& m_comparison;
    Settings& m_settings;
    QWidget* m_window;
};

}  // namespace bubblescope
