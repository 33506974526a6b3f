#pragma once

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace bubblescope {

class FlatCheck;
class FlatSpin;
class SegmentedControl;

/// The choices that all exported pictures share, in a grid to which heirs add theirs: format, resolution, size and
/// theme. The first format is PNG, which alone has a resolution.
///
/// Units  width and height in CSS pixels
class PictureOptionsPanel : public QWidget {
    Q_OBJECT
public:
    /// Beside the size: "2400 × 1184 pixels", or whatever else is worth a note.
    void setSizeNote(const QSize& size);
    void setSizeNote(const QString& note);

signals:
    void changed();

protected:
    explicit PictureOptionsPanel(QWidget* parent);

    void addSection(const QString& title);
    /// Returns the label.
    QLabel* addRow(const QString& label, QWidget* field);
    SegmentedControl* addSegments(const QString& label, const QStringList& choices);
    void addFormats(const QStringList& formats, const QString& toolTip);
    void addSize();
    void addTheme();
    /// To be called when a choice is another: shows what depends on it, and says so.
    virtual void refresh();

    bool isPng() const;
    int scale() const;
    void setScale(int scale);
    std::optional<int> chosenHeight() const;  // none: automatic

    static constexpr int kFieldWidth = 184;

    QGridLayout* m_grid;
    SegmentedControl *m_format = nullptr, *m_scale = nullptr, *m_theme = nullptr;
    QLabel *m_scaleLabel = nullptr, *m_sizeNote = nullptr;
    FlatSpin *m_width = nullptr, *m_height = nullptr;
};

}  // namespace bubblescope
