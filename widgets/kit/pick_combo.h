#pragma once

#include <QComboBox>

namespace bubblescope {

/// A combo box whose texts may have subscripts ("T_C communication"). Every choice changes what is shown: keys only
/// open the list, in which the user then picks, and the wheel passes by. An item may have a shorter text for the closed
/// box.
class PickCombo : public QComboBox {
    Q_OBJECT
public:
    /// Whether the box is as wide as its layout allows, or as its widest text.
    enum class Width { Layout, Texts };

    explicit PickCombo(const QString& name, QWidget* parent = nullptr, Width width = Width::Layout);

    /// Adds a choice. The closed box shows `shortText`, or the text itself if that is empty.
    void add(const QString& text, const QString& id, const QString& tip = {}, const QString& shortText = {});

    /// What the widest text needs.
    int widthOfTexts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;

protected:
    void initStyleOption(QStyleOptionComboBox* option) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    Width m_width;
};

}  // namespace bubblescope
